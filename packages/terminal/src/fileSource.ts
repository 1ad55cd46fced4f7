import { deviceHttp, type DownloadTicket, downloadTicket } from '@muster/contract/protocol'

/** What became of a request: a code of the error catalogue ends it, a pause puts it off. */
export type Refused =
  | { readonly code: 'D101' | 'D102' | 'D103' }
  /** Seconds after which the platform wants to be asked again. */
  | { readonly wait: number }

/** Seconds that an answer puts somebody off for: at least one, and an hour at the most, whatever it says. */
export function secondsOff({ headers }: Pick<Response, 'headers'>, usual: number): number {
  const said = Number(headers.get('retry-after'))
  return said > 0 ? Math.min(Math.max(1, said), 3600) : usual
}

/** Who is told to come again has not failed: too many came at once, or nothing is to be given to it now. */
const pauseIn = (answer: Response): { readonly wait: number } | null =>
  answer.status === 429 || answer.status === 503 ? { wait: secondsOff(answer, 10) } : null

export interface TicketWish {
  readonly platform: string
  /** A fresh proof of the terminal's secret. */
  readonly proof: string
  readonly sn: string
  readonly ticket: string
  readonly signal: AbortSignal
}

/** Asks where a file is. */
export async function askTicket(wish: TicketWish): Promise<DownloadTicket | Refused> {
  const { platform, proof, sn, ticket, signal } = wish
  const answer = await fetch(new URL(deviceHttp.ticket, platform), {
    method: 'POST',
    headers: { authorization: `Bearer ${proof}` },
    body: JSON.stringify({ sn, ticket }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(20_000)]),
  }).catch(() => null)
  signal.throwIfAborted()
  if (!answer) return { code: 'D101' }
  const pause = pauseIn(answer)
  if (pause) {
    await answer.body?.cancel()
    return pause
  }
  if (answer.status >= 500) return { code: 'D101' }
  const { data } = downloadTicket().safeParse(await answer.json().catch(() => null))
  return answer.ok && data ? data : { code: 'D103' }
}

/** A part of a file on its way. */
export interface Arriving {
  /** Where it begins. */
  readonly from: number
  readonly etag: string | null
  readonly bytes: AsyncIterable<Uint8Array>
  cancel(): Promise<void>
}

export interface PartWish {
  readonly url: string
  readonly from: number
  /** Of what has arrived before; null: nothing has. */
  readonly etag: string | null
  readonly signal: AbortSignal
}

/** Asks for a file from a byte on; whoever answers with the whole begins at its beginning. */
export async function askPart({ url, from, etag, signal }: PartWish): Promise<Arriving | Refused> {
  const rest = from > 0 ? { range: `bytes=${from}-`, ...(etag && { 'if-range': etag }) } : {}
  const answer = await fetch(url, { headers: rest, signal }).catch(() => null)
  signal.throwIfAborted()
  if (!answer) return { code: 'D101' }
  const { status, body, headers } = answer
  if (body && (status === 200 || status === 206))
    return {
      from: status === 206 ? from : 0,
      etag: headers.get('etag'),
      bytes: body,
      cancel: () => body.cancel().catch(() => undefined),
    }
  await body?.cancel()
  const pause = pauseIn(answer)
  if (pause) return pause
  if (status === 410) return { code: 'D102' }
  return { code: status >= 500 ? 'D101' : 'D103' }
}

/** A line on which nothing comes for so long is broken; files of parameters take a slow one a while. */
const mostSilenceMs = 20_000

interface ParamWish {
  readonly platform: string
  /** A fresh proof of the terminal's secret. */
  readonly proof: string
  readonly sn: string
  readonly item: string
  /** Of the values that it has, over which it can lay a part; absent: it wants the whole. */
  readonly have?: string | undefined
  /** What is larger is left there; absent: it takes all. */
  readonly mostBytes?: number | undefined
  readonly signal: AbortSignal
}

/** What a larger archive of values waits for is the same as any download does; a smaller one comes over every network. */
export const largeParamBytes = 262_144

/** Fetches the archive of values that an item told of: `GET /device/v1/param/{item}`; a size: it is larger than was wanted; seconds: it is to come again. */
export async function askParams(
  wish: ParamWish,
): Promise<{ bytes: Buffer } | { size: number } | { wait: number } | { code: 'D101' | 'D103' }> {
  const { platform, proof, sn, item, have, mostBytes = Number.POSITIVE_INFINITY, signal } = wish
  const address = new URL(`${deviceHttp.param}/${item}`, platform)
  address.searchParams.set('sn', sn)
  if (have !== undefined) address.searchParams.set('have', have)
  const headers = { authorization: `Bearer ${proof}` }
  const silent = new AbortController()
  const timer = setTimeout(() => silent.abort(), mostSilenceMs)
  try {
    const limit = AbortSignal.any([signal, silent.signal])
    const answer = await fetch(address, { headers, signal: limit })
    const size = Number(answer.headers.get('content-length') ?? 0)
    if (answer.ok && size > mostBytes) {
      await answer.body?.cancel()
      return { size }
    }
    const pieces: Uint8Array[] = []
    let arrived = 0
    const body: AsyncIterable<Uint8Array> | null = answer.body
    for await (const piece of body ?? []) {
      timer.refresh()
      pieces.push(piece)
      arrived += piece.length
      // Not every proxy says beforehand how much comes.
      if (answer.ok && arrived > mostBytes) return { size: arrived }
    }
    if (answer.ok) return { bytes: Buffer.concat(pieces) }
    return pauseIn(answer) ?? { code: answer.status >= 500 ? 'D101' : 'D103' }
  } catch {
    signal.throwIfAborted()
    return { code: 'D101' }
  } finally {
    clearTimeout(timer)
  }
}
