import { deviceHttp, deviceMessages } from '@muster/contract/protocol'
import * as z from 'zod/mini'
import { LinkRefused } from './link.ts'

const serverInfo = z.object({
  time: z.number(),
  mqtt: z.string(),
  password: z.enum(['proof', 'token']),
})
/** What the platform says to terminals that want to connect. */
export type ServerInfo = z.output<typeof serverInfo>

const pass = z.object({ password: z.string(), expiresAt: z.number() })
/** An MQTT password for any number of connections, and until when it is good; epoch milliseconds. */
export type Pass = z.output<typeof pass>

/** Milliseconds that a terminal waits for an answer. */
const patience = 20_000

/** Where and how terminals connect: `GET /device/v1/time`. */
export async function fetchServerInfo(platform: string, signal?: AbortSignal): Promise<ServerInfo> {
  const answer = await call(new URL(deviceHttp.time, platform), {}, signal)
  const { data } = serverInfo.safeParse(answer)
  if (!data) throw new Error(`${platform} does not say where terminals connect`)
  return data
}

export interface Shown {
  /** The secret that it proves itself with: an enrolment key, or a proof of its own secret. */
  readonly bearer: string
  readonly body: unknown
  readonly signal: AbortSignal
}

/** The first contact: `POST /device/v1/register`. Rejects with {@link LinkRefused}. */
export async function registerAt(
  platform: string,
  shown: Shown,
): Promise<z.output<ReturnType<typeof deviceMessages.registrationAnswer>>> {
  const answer = await post(new URL(deviceHttp.register, platform), shown)
  return deviceMessages.registrationAnswer().parse(answer)
}

/** Shows a proof of its secret for a password: `POST /device/v1/token`. Rejects with {@link LinkRefused}. */
export async function requestPassword(platform: string, shown: Shown): Promise<Pass> {
  return pass.parse(await post(new URL(deviceHttp.token, platform), shown))
}

const post = (address: URL, { bearer, body, signal }: Shown): Promise<unknown> =>
  call(
    address,
    { method: 'POST', headers: { authorization: `Bearer ${bearer}` }, body: JSON.stringify(body) },
    signal,
  )

async function call(address: URL, init: RequestInit, signal?: AbortSignal): Promise<unknown> {
  const limit = AbortSignal.timeout(patience)
  const given = { ...init, signal: signal ? AbortSignal.any([signal, limit]) : limit }
  const { status, body } = await read(address, given).catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw new Error(`${address.origin} does not answer`, { cause })
  })
  if (status >= 200 && status < 300) return body
  // The same two ways of being turned away as at the broker.
  if (status === 401) throw new LinkRefused(4)
  if (status === 503) throw new LinkRefused(3)
  throw new Error(`${address.pathname}: status ${status}`)
}

/** The whole answer: it may be cut off in its middle, too. */
async function read(
  address: URL,
  init: RequestInit,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const answer = await fetch(address, init)
  if (answer.ok) return { status: answer.status, body: await answer.json() }
  await answer.body?.cancel()
  return { status: answer.status, body: null }
}
