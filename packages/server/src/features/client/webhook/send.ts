import { lookup, type LookupAddress } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isAllowedFrom } from '../../../platform/allowedNetwork.ts'
import type { Outcome } from './webhook.rules.ts'

export interface Sending {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Private networks that may be reached all the same. */
  readonly networks: readonly string[]
  readonly now: () => Date
}

const timeoutMs = 10_000

/** Why nothing was sent there: the words stand in the log of deliveries. */
const privateAddress = 'the address is not a public one'

/**
 * Sends a body and answers what came back, whatever it was. The name is resolved once and that
 * address connected to, if it is a public one; no redirect is followed and no answer's body read.
 */
export async function send({ url, headers, body, networks, now }: Sending): Promise<Outcome> {
  const started = now().getTime()
  const done = (status: number | null, error: string | null): Outcome => ({
    status,
    error,
    durationMs: now().getTime() - started,
  })
  try {
    return done(await post(new URL(url), { headers, body, networks }), null)
  } catch (error) {
    return done(null, wordsOf(error))
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} seconds`
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

async function post(
  url: URL,
  { headers, body, networks }: Omit<Sending, 'url' | 'now'>,
): Promise<number | null> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !mayReach(host, networks)) throw new Error(privateAddress)
  const bytes = Buffer.from(body)
  const open = url.protocol === 'https:' ? requestTls : requestPlain
  return new Promise((resolve, reject) => {
    const sent = open(url, {
      method: 'POST',
      agent: false,
      lookup: publicLookup(networks),
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

/** Answers public addresses only; what it answers is what is connected to. */
function publicLookup(networks: readonly string[]): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first, ...more] = error
        ? []
        : addresses.filter(({ address }) => mayReach(address, networks))
      if (!first) return done(error ?? new Error(privateAddress), '', 4)
      const all: LookupAddress[] = [first, ...more]
      return options.all ? done(null, all) : done(null, first.address, first.family)
    })
  }
}

/** Whether deliveries may go to an address: a public one, or one that the operator has allowed. */
export function mayReach(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  if (plain.range() === 'unicast') return true
  return networks.length > 0 && isAllowedFrom(plain.toString(), networks)
}
