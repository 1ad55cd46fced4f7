import type { IncomingHttpHeaders } from 'node:http'
import { anywhere, type Reach, requestOutbound } from './outbound.ts'

/** Milliseconds that a page has to answer: someone waits for what it says. */
const patience = 3000

/** As many redirects are followed, each by the rules of the first address. */
const mostHops = 5

export interface Asking extends Pick<Reach, 'resolve'> {
  /** Hosts (with port) that may lie in a private network: the operator has named them. */
  readonly trusted: readonly string[]
}

/**
 * What a page of the web answers with, without its content; null when it does not answer, or lies
 * where nobody but the operator may send the server.
 */
export async function headersOf(url: string, asking: Asking): Promise<Headers | null> {
  const signal = AbortSignal.timeout(patience)
  try {
    let at = new URL(url)
    for (let hop = 0; hop <= mostHops; hop++) {
      const { status, headers } = await ask(at, { ...asking, signal })
      if (status < 300 || status > 399 || headers.location === undefined) return listed(headers)
      at = new URL(headers.location, at)
    }
    return null
  } catch {
    return null
  }
}

function ask(url: URL, { trusted, signal, ...reach }: Asking & { signal: AbortSignal }) {
  const networks = trusted.includes(url.host) ? anywhere : []
  return new Promise<{ status: number; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const sent = requestOutbound(url, { ...reach, networks, method: 'HEAD', signal })
    sent.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers })
      response.destroy()
    })
    sent.on('error', reject)
    sent.end()
  })
}

const listed = (headers: IncomingHttpHeaders): Headers =>
  new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]))
