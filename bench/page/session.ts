import {
  agreeSessionKey,
  headers,
  makeKeyPair,
  makeNonce,
  type RequestKey,
  session as calls,
  signRequest,
} from '@muster/contract'
import * as z from 'zod/mini'

export interface Session {
  readonly key: RequestKey
  readonly clientId: string
  readonly accessToken: string
}

const answer = z.object({ code: z.number(), msg: z.string(), data: z.unknown() })

/** Signs in as the console does; rejects with the server's sentence. */
export async function signIn(port: number, userName: string, password: string): Promise<Session> {
  const pair = await makeKeyPair()
  const { x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const publicKey = { kty: 'EC', crv: 'P-256', x, y }
  const response = await fetch(`http://127.0.0.1:${port}${calls.login.path}`, {
    method: calls.login.method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ userName, password, publicKey }),
  })
  const { msg, data } = answer.parse(await response.json())
  const opened = calls.login.schemas.reply.safeParse(data)
  if (!opened.success || !opened.data.publicKey) throw new Error(`${userName}: ${msg}`)
  const { clientId, accessToken } = opened.data
  const key = await agreeSessionKey(pair.privateKey, opened.data.publicKey, clientId)
  return { key, clientId, accessToken }
}

let counter = BigInt(Date.now()) * 1000n

/** Whole HTTP requests, each with its own nonce and signature. */
export function signedRequests(
  session: Session,
  { paths, count }: { paths: readonly string[]; count: number },
): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, (_, place) =>
      signed(session, { path: paths[place % paths.length] ?? '', sent: null }),
    ),
  )
}

/** A whole HTTP request that sends something, to be asked for once. */
export const signedSending = (session: Session, path: string, sent: unknown): Promise<string> =>
  signed(session, { path, sent })

async function signed(
  { key, clientId, accessToken }: Session,
  { path, sent }: { readonly path: string; readonly sent: unknown },
): Promise<string> {
  counter += 1n
  const timestamp = String(Date.now())
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  const nonce = makeNonce(counter, random)
  // What is sent is of plain letters: its length is that of its bytes.
  const text = sent === null ? '' : JSON.stringify(sent)
  const body = new TextEncoder().encode(text)
  const method = sent === null ? 'GET' : 'POST'
  const request = { method, path, body, timestamp, clientId, nonce, accessToken }
  const fields = {
    Host: '127.0.0.1',
    [headers.language]: 'en',
    [headers.token]: accessToken,
    [headers.timestamp]: timestamp,
    [headers.clientId]: clientId,
    [headers.signature]: await signRequest(key, request),
    ...(sent !== null && {
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
    }),
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}
