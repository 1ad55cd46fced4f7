import { headers, makeNonce, signRequest } from '@muster/contract'
import { changeRecord, nextCount, readRecord, type SessionRecord } from './keyStore.ts'

let known: Promise<SessionRecord | undefined> | undefined

/** The record of the session that this browser keeps; read once, then remembered. */
export function sessionRecord(): Promise<SessionRecord | undefined> {
  known ??= readRecord()
  return known
}

/** Reads the record anew at the next call: another session began or this one ended. */
export function forgetRecord(): void {
  known = undefined
}

interface Unsigned {
  readonly method: string
  /** Path with query, exactly as it will be sent. */
  readonly target: string
  readonly body: string | Uint8Array<ArrayBuffer>
}

/** The headers that prove that the token's owner makes this request. */
export async function signHeaders(
  request: Unsigned,
  token: string,
): Promise<Record<string, string>> {
  const record = await sessionRecord()
  if (!record) return { [headers.token]: token }
  const timestamp = String(Date.now() + record.clockOffset)
  const proof = {
    [headers.token]: token,
    [headers.timestamp]: timestamp,
    [headers.clientId]: record.clientId,
  }
  if (!record.key) return proof
  const signature = await signRequest(record.key, {
    method: request.method,
    path: request.target,
    body: typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body,
    timestamp,
    clientId: record.clientId,
    nonce: makeNonce(BigInt(await nextCount()), randomBits()),
    accessToken: token,
  })
  return { ...proof, [headers.signature]: signature }
}

/** Keeps how far the server's clock is away. False when the answer does not tell its time. */
export async function keepServerTime(answer: unknown): Promise<boolean> {
  const record = await sessionRecord()
  if (!record || typeof answer !== 'object' || !answer || !('serverTime' in answer)) return false
  const corrected = { ...record, clockOffset: Number(answer.serverTime) - Date.now() }
  known = Promise.resolve(corrected)
  await changeRecord(corrected)
  return true
}

const randomBits = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
