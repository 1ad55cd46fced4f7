import { headers } from '@muster/contract'
import { noteCall, takePrefetched } from './prefetchedCalls.ts'
import { isAttended } from './attendance.ts'
import { create } from 'zustand'
import { signHeaders } from './proof.ts'
import { heardServer, missedServer } from './connectivity.ts'
import { language } from './texts.ts'

/** A request, ready but for the proof of who sends it. */
export interface Outgoing {
  readonly method: string
  /** Path with query, exactly as signed and sent. */
  readonly target: string
  /** Text is JSON, bytes are bytes, both signed; a file goes as it is, to an address with a ticket. */
  readonly body: string | Uint8Array<ArrayBuffer> | Blob
  readonly kind: keyof typeof timeLimits
  /** With it a write is carried out once, however often it is sent. */
  readonly idempotencyKey?: string | undefined
}

/**
 * Milliseconds before an answer counts as lost. What is up- or downloaded has the product spec's
 * limit (section 9); nobody waits for a page for hours.
 */
export const timeLimits = { read: 30_000, write: 60_000, transfer: 10_000_000 } as const

/** Requests under way that cover the page until they are answered (product spec, section 7). */
export const useMask = create<{ readonly pending: number }>()(() => ({ pending: 0 }))

const masks = (target: string) => target.includes('doEdit')
const countMask = (change: number) =>
  useMask.setState(({ pending }) => ({ pending: pending + change }))

/** What the server itself never answers: a proxy stands alone, or the server is not ready. */
const passingStatuses: readonly number[] = [502, 503, 504]

interface Sending {
  readonly token: string | null
  readonly signal: AbortSignal | undefined
}

/** A request that was not answered: `cut` may be tried again, `late` took its whole time. */
export type Silence = 'cut' | 'late'

/**
 * Sends a request and reads its answer, both within the time limit of its kind. Throws only when
 * the caller's own signal ended it.
 */
export async function transmit<T>(
  request: Outgoing,
  { token, signal }: Sending,
  read: (response: Response) => Promise<T>,
): Promise<T | Silence> {
  const limit = AbortSignal.timeout(timeLimits[request.kind])
  const isMasking = masks(request.target)
  if (isMasking) countMask(1)
  try {
    const isRead = request.method === 'GET'
    if (isRead && token) noteCall(request.target)
    const response = await ((isRead && takePrefetched(request.target)) ||
      fetch(request.target, {
        method: request.method,
        headers: await headersOf(request, token),
        ...(request.body ? { body: request.body } : {}),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      }))
    const answer = await read(response)
    if (passingStatuses.includes(response.status)) missedServer()
    else heardServer()
    return answer
  } catch (error) {
    if (signal?.aborted) throw error
    missedServer()
    return limit.aborted ? 'late' : 'cut'
  } finally {
    if (isMasking) countMask(-1)
  }
}

async function headersOf(request: Outgoing, token: string | null): Promise<Record<string, string>> {
  const { body, idempotencyKey } = request
  const signed = body instanceof Blob ? '' : body
  return {
    [headers.language]: language,
    ...(signed ? { 'Content-Type': mediaTypeOf(signed) } : {}),
    ...(idempotencyKey ? { [headers.idempotencyKey]: idempotencyKey } : {}),
    ...(isAttended() ? {} : { [headers.background]: '1' }),
    ...(token ? await signHeaders({ ...request, body: signed }, token) : {}),
  }
}

const mediaTypeOf = (body: string | Uint8Array) =>
  typeof body === 'string' ? 'application/json' : 'application/octet-stream'
