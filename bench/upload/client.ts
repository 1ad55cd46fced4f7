import { type Call, fillPath, headers, makeNonce, signRequest } from '@muster/contract'
import * as z from 'zod/mini'
import type { Session } from '../page/session.ts'

const answer = z.object({ code: z.number(), msg: z.string(), data: z.unknown() })

let counter = BigInt(Date.now()) * 1000n

interface Input {
  readonly params?: Readonly<Record<string, string>>
  /** Bytes as they are, anything else as JSON. */
  readonly body?: unknown
}

/** Makes a signed call as the console does and answers its data; rejects with the server's sentence. */
export async function call(port: number, session: Session, made: { c: Call } & Input) {
  const { c, params, body } = made
  const { key, clientId, accessToken } = session
  const path = fillPath(c.path, params)
  const bytes = bytesOf(body)
  const timestamp = String(Date.now())
  counter += 1n
  const nonce = makeNonce(counter, 1)
  const request = { method: c.method, path, body: bytes, timestamp, clientId, nonce, accessToken }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: c.method,
    headers: {
      [headers.token]: accessToken,
      [headers.timestamp]: timestamp,
      [headers.clientId]: clientId,
      [headers.signature]: await signRequest(key, request),
    },
    ...(bytes.length > 0 ? { body: bytes } : {}),
  })
  const { code, msg, data } = answer.parse(await response.json())
  if (code !== 200) throw new Error(`${c.method} ${path}: ${code} ${msg}`)
  return data
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (body === undefined) return new Uint8Array()
  return body instanceof Uint8Array
    ? new Uint8Array(body)
    : new TextEncoder().encode(JSON.stringify(body))
}
