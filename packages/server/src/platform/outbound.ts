import { lookup, type LookupAddress } from 'node:dns'
import { type ClientRequest, request as requestPlain, type RequestOptions } from 'node:http'
import { request as requestTls } from 'node:https'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import type { TextKey } from '@muster/contract'
import ipaddr from 'ipaddr.js'
import { isAllowedFrom } from './allowedNetwork.ts'
import { requireNoConnection } from './holding.ts'

// Where people say whom the server talks to (webhooks, mail servers, embedded pages), it reaches
// public addresses only: else it would look around in its own network for them.

/** Why nothing was sent there: the words stand in the log of deliveries. */
const notPublic = 'the address is not a public one'

/** Networks for what the operator himself has named: any address. */
export const anywhere: readonly string[] = ['0.0.0.0/0', '::/0']

/** Whether an address may be talked to: a public one, or one that the operator has allowed. */
export function mayReach(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  if (isPublic(plain)) return true
  return networks.length > 0 && isAllowedFrom(plain.toString(), networks)
}

/** IPv6 has public addresses in one block only; what lies outside may name one of IPv4 (`::127.0.0.1`). */
const globalIPv6 = ipaddr.parseCIDR('2000::/3')

const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(globalIPv6))

/** The same of a host as an address names it; other names than the computer's own are looked up later. */
function mayReachHost(host: string, networks: readonly string[]): boolean {
  const plain = host.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(plain)) return mayReach(plain, networks)
  if (!/(^|\.)localhost$/i.test(plain)) return true
  return ['127.0.0.1', '::1'].some((address) => mayReach(address, networks))
}

/** What is wrong with an address that people name for the server to speak to, or null; what its name means is looked up later. */
export function addressFault(address: string, networks: readonly string[]): TextKey | null {
  if (!URL.canParse(address)) return 'client.badCallback'
  const { hostname, username, password } = new URL(address)
  // It is shown in lists and logs: what opens a service does not belong into it.
  if (username || password) return 'client.secretInCallback'
  return mayReachHost(hostname, networks) ? null : 'client.innerCallback'
}

export interface Reach {
  /** Private networks that may be reached all the same. */
  readonly networks: readonly string[]
  /** How names become addresses; the computer's own way where nothing is said. */
  readonly resolve?: typeof lookup
}

/**
 * Begins an HTTP request. The name is resolved once and that address connected to, so that a name
 * cannot mean another address when it is used than when it was looked at. Follows no redirect.
 */
export function requestOutbound(
  url: URL,
  { networks, resolve, ...options }: RequestOptions & Reach,
): ClientRequest {
  requireNoConnection('the web')
  requireReach(url.hostname.replace(/^\[|\]$/g, ''), networks)
  const open = url.protocol === 'https:' ? requestTls : requestPlain
  return open(url, { ...options, agent: false, lookup: checkedLookup(networks, resolve) })
}

/** Opens a connection to a host by the same rules. */
export function connectOutbound(to: Reach & { host: string; port: number }): Socket {
  const { host, port, networks, resolve } = to
  requireNoConnection('a mail server')
  requireReach(host, networks)
  return connect({ host, port, lookup: checkedLookup(networks, resolve) })
}

/** What is a number already is not looked up. */
function requireReach(host: string, networks: readonly string[]): void {
  if (isIP(host) && !mayReach(host, networks)) throw new Error(notPublic)
}

/** Answers addresses that may be reached only; what it answers is what is connected to. */
function checkedLookup(networks: readonly string[], resolve = lookup): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first, ...more] = error
        ? []
        : addresses.filter(({ address }) => mayReach(address, networks))
      if (!first) return done(error ?? new Error(notPublic), '', 4)
      const all: LookupAddress[] = [first, ...more]
      return options.all ? done(null, all) : done(null, first.address, first.family)
    })
  }
}
