import { type Reach, requestOutbound } from '../../../platform/outbound.ts'
import type { Outcome } from './webhook.rules.ts'

export interface Sending extends Reach {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly now: () => Date
}

const timeoutMs = 10_000

/**
 * Sends a body and answers what came back, whatever it was. The name is resolved once and that
 * address connected to, if it is a public one; no redirect is followed and no answer's body read.
 */
export async function send({ url, now, ...sending }: Sending): Promise<Outcome> {
  const started = now().getTime()
  const done = (status: number | null, error: string | null): Outcome => ({
    status,
    error,
    durationMs: now().getTime() - started,
  })
  try {
    return done(await post(new URL(url), sending), null)
  } catch (error) {
    return done(null, wordsOf(error))
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} seconds`
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

function post(
  url: URL,
  { headers, body, ...reach }: Omit<Sending, 'url' | 'now'>,
): Promise<number | null> {
  const bytes = Buffer.from(body)
  return new Promise((resolve, reject) => {
    const sent = requestOutbound(url, {
      ...reach,
      method: 'POST',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...headers, 'content-length': bytes.length, connection: 'close' },
    })
    sent.on('response', (response) => {
      resolve(response.statusCode ?? null)
      response.destroy()
    })
    sent.on('error', reject)
    sent.end(bytes)
  })
}
