import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { deviceHttp, type HandInTicket, handInTicket } from '@muster/contract/protocol'
import * as z from 'zod/mini'

interface HandingIn {
  /** Where the platform answers HTTP. */
  readonly platform: string
  readonly sn: string
  /** A new proof of the terminal's secret: each counts once. */
  readonly prove: () => string
  readonly signal: AbortSignal
  /** The item that asked for it. */
  readonly item: string
  readonly bytes: Buffer
}

type Code = 'D101' | 'D103'

/** So often a terminal begins anew where its line broke. */
const mostTries = 5
/** Milliseconds that one request may take. */
const patience = 60_000

const progress = z.object({ received: z.int() })

/** Hands a file in, part by part; null: the platform has it, else the code of what went wrong. */
export async function handIn(handing: HandingIn): Promise<Code | null> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const code = await tryOnce(handing)
    if (code !== 'D101') return code
    if (tries < mostTries) await sleep(200 * 2 ** tries, undefined, { signal: handing.signal })
  }
  return 'D101'
}

async function tryOnce(handing: HandingIn): Promise<Code | null> {
  const ticket = await askFor(handing)
  if (typeof ticket === 'string') return ticket
  const { url, partBytes } = ticket
  const { bytes, signal } = handing
  for (let at = ticket.received; at < bytes.length; ) {
    const body = bytes.subarray(at, at + partBytes)
    const answer = await send(`${url}?at=${at}`, { method: 'PUT', body }, signal)
    const { data } = progress.safeParse(answer.body)
    // What is missing is said with the refusal, too.
    if (!data || (answer.status !== 200 && answer.status !== 409)) return codeOf(answer.status)
    // Who gets no further begins anew, and not for ever.
    if (data.received <= at) return 'D101'
    at = data.received
  }
  const { status } = await send(`${url}/complete`, { method: 'POST' }, signal)
  return status === 200 ? null : codeOf(status)
}

async function askFor({
  platform,
  sn,
  prove,
  signal,
  item,
  bytes,
}: HandingIn): Promise<HandInTicket | Code> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { status, body } = await send(
    new URL(`${deviceHttp.handIn}/init`, platform),
    {
      method: 'POST',
      headers: { authorization: `Bearer ${prove()}` },
      body: JSON.stringify({ sn, item, size: bytes.length, sha256 }),
    },
    signal,
  )
  const { data } = handInTicket().safeParse(body)
  return status === 200 && data ? data : codeOf(status)
}

/** Who answered nothing, or that it cannot now, may be asked again. */
const codeOf = (status: number): Code => (status === 0 || status >= 500 ? 'D101' : 'D103')

interface Init {
  readonly method: 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: NonNullable<RequestInit['body']>
}

async function send(
  url: string | URL,
  { headers = {}, ...init }: Init,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const said = { 'content-type': 'application/octet-stream', ...headers }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(patience)])
  const answer = await fetch(url, { ...init, headers: said, signal: limit }).catch(() => null)
  signal.throwIfAborted()
  if (!answer) return { status: 0, body: null }
  return { status: answer.status, body: await answer.json().catch(() => null) }
}
