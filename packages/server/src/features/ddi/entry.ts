import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  loginBansPath,
  organizationKeysPath,
  organizationsPath,
  passwordText,
} from '@muster/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Platform } from '../../kit/context.ts'
import { steadyNow } from '../../platform/steadyClock.ts'
import {
  bootClientIdOf,
  clientIdOf,
  followedRules,
  lifecyclesThatConnect,
  loadDownKey,
  openAdmission,
  type Peer,
  register,
  settingsPath,
  type PollGateway,
} from '../device/index.ts'
import { type Attributes, attributeOf, informationOf } from './attributes.rules.ts'
import type { Client, Proof } from './clients.ts'
import { installedOf } from './installed.ts'
import { upLetter } from './letters.ts'
import {
  bindToKey,
  findGatewayKey,
  findTerminal,
  type Key,
  type Known,
  vendorOf,
} from './terminal.queries.ts'

type BootPeer = Extract<Peer, { kind: 'boot' }>

/** Nobody knows it: it is to say what it is. */
export interface Stranger {
  readonly is: 'stranger'
  readonly peer: BootPeer
}

/** Who asks. */
export type Entry =
  | { readonly is: 'client'; readonly client: Client }
  | Stranger
  /** It waits for a person's decision, or for room. */
  | { readonly is: 'waiting' }
  | { readonly is: 'refused'; readonly status: 401 | 403 | 503 }

type Contact = Exclude<Entry, { readonly is: 'stranger' }>

export interface Door {
  /** A client that is known here and shows what it has shown before; null: `enter` says who it is. */
  readonly recall: (request: FastifyRequest, sn: string) => Client | null
  readonly enter: (request: FastifyRequest, sn: string) => Promise<Entry>
  /** A first contact that says what it is. */
  readonly introduce: (
    peer: BootPeer,
    told: Attributes,
    request: FastifyRequest,
  ) => Promise<Contact>
}

interface Parts {
  readonly platform: Platform
  readonly gateway: () => Promise<PollGateway>
  readonly admit: ReturnType<typeof openAdmission>['admit']
  readonly isWelcome: ReturnType<typeof openAdmission>['isWelcome']
  readonly keys: Keys
  /** By serial number; those that are gone are forgotten with the next that comes. */
  readonly clients: Map<string, Client>
}

interface Keys {
  readonly of: (token: string) => Promise<Key | null>
  /** The next who asks is answered anew. */
  readonly forget: () => void
}

const shown = /^(Target|Gateway)Token ([A-Za-z0-9_-]{20,128})$/

/** How long it is believed without a look that a key stands, and that nobody is banned, in milliseconds. */
const keyMs = 5_000

/**
 * How long it is believed at the longest that a terminal is where its key is for, in milliseconds, where nobody
 * announces that it moved.
 */
const reachMs = 600_000

/** Where a client comes in: by its own token, or by the key of its organisation. */
export function openDoor(
  http: FastifyInstance,
  platform: Platform,
  gateway: () => Promise<PollGateway>,
): Door {
  const admission = openAdmission(platform, followedRules(http, platform))
  const { admit, isWelcome } = admission
  const keys = rememberedKeys(platform)
  const parts: Parts = { platform, gateway, admit, isWelcome, keys, clients: new Map() }
  const silence = doubtWhatMoved(parts)
  http.addHook('onClose', () => {
    silence()
    return admission.stop()
  })
  return {
    recall(request, sn) {
      const client = parts.clients.get(sn)
      if (!client || !client.isHere()) return null
      if (client.believedUntil <= steadyNow()) return null
      return timingSafeEqual(client.proof.digest, digestOf(request)) ? client : null
    },
    async enter(request, sn) {
      const [, kind, token] = shown.exec(request.headers.authorization ?? '') ?? []
      if (!token) return { is: 'refused', status: 401 }
      const asks = { sn, token, digest: digestOf(request), ip: request.ip }
      const known = await returning(parts, asks)
      if (known) return { is: 'client', client: known }
      return kind === 'Target' ? byOwnToken(parts, asks) : byKey(parts, asks)
    },
    introduce: (peer, told, request) => introduce(parts, { peer, told, request }),
  }
}

const digestOf = ({ headers }: FastifyRequest): Buffer =>
  hash('sha256', headers.authorization ?? '', 'buffer')

interface Asking {
  readonly sn: string
  readonly token: string
  readonly digest: Buffer
  readonly ip: string
}

/** Keys as they were a moment ago: a whole estate may come by one. */
function rememberedKeys({ pool, now }: Platform): Keys {
  const kept = new Map<string, { readonly key: Promise<Key | null>; readonly until: number }>()
  const of = (token: string) => {
    const at = now().getTime()
    const found = kept.get(token)
    if (found && found.until > at) return found.key
    if (kept.size > 1_000) kept.clear()
    const key = findGatewayKey(pool, token)
    kept.set(token, { key, until: at + keyMs })
    key.catch(() => kept.delete(token))
    return key
  }
  return { of, forget: () => kept.clear() }
}

/**
 * Has terminals looked at again as soon as they, or all by their keys, organisations or bans, have changed; answers
 * what ends that.
 */
function doubtWhatMoved({ platform, keys, clients }: Parts): () => void {
  return platform.live.subscribe(({ path, ids }) => {
    const isOfAll = path === organizationKeysPath || path === organizationsPath
    const isBan = path === loginBansPath
    if (!isOfAll && !isBan && path !== settingsPath) return
    if (isOfAll) keys.forget()
    const moved = isOfAll || isBan || ids.length === 0 ? null : new Set(ids)
    for (const client of clients.values()) {
      if (moved && !moved.has(client.poller.deviceId)) continue
      if (!isBan) client.reach = null
      client.believedUntil = 0
    }
  })
}

/** The same where nobody has looked for a while whether it may come. */
async function returning(parts: Parts, asking: Asking): Promise<Client | null> {
  const { sn, token, digest, ip } = asking
  const client = parts.clients.get(sn)
  if (!client || !client.isHere() || !timingSafeEqual(client.proof.digest, digest)) return null
  if (!(await parts.isWelcome(ip, sn))) return null
  if (!(await isHeldByKey(parts, sn, { client, token }))) return null
  client.believedUntil = steadyNow() + keyMs
  return client
}

/** Whether its key stands, and is for the organisation that the terminal is in now. */
async function isHeldByKey(
  { platform, keys }: Parts,
  sn: string,
  { client, token }: { readonly client: Client; readonly token: string },
): Promise<boolean> {
  const { keyId } = client.proof
  if (keyId === null) return true
  const key = await keys.of(token)
  if (key?.id !== keyId) return false
  const now = steadyNow()
  if (client.reach?.moves === key.moves && client.reach.until > now) return true
  const known = await findTerminal(platform.pool, sn)
  if (known?.keyId !== keyId || !lifecyclesThatConnect.includes(known.lifecycle)) return false
  client.reach = { moves: key.moves, until: now + reachMs }
  return true
}

const refused = { is: 'refused', status: 401 } as const

/** The token is the terminal's secret: the door makes the proof of it that the others ask for. */
async function byOwnToken(parts: Parts, asking: Asking): Promise<Contact> {
  const { platform, admit } = parts
  const { sn, token, digest, ip } = asking
  const exp = Math.floor(platform.now().getTime() / 1000) + 60
  const nonce = randomBytes(12).toString('base64url')
  const mac = createHmac('sha256', Buffer.from(token, 'base64url'))
    .update(passwordText(sn, exp, nonce))
    .digest('base64url')
  const password = `v1.${exp}.${nonce}.${mac}`
  const answer = await admit({ clientId: clientIdOf(sn), userName: sn, password, ip })
  if ('refuse' in answer) return answer.refuse === 'busy' ? { is: 'refused', status: 503 } : refused
  const known = await findTerminal(platform.pool, sn)
  return known ? welcome(parts, { known, sn, ip, proof: { digest, keyId: null } }) : refused
}

async function byKey(parts: Parts, asking: Asking): Promise<Entry> {
  const { platform, admit, isWelcome, keys } = parts
  const { sn, token, digest, ip } = asking
  // Nobody is looked for under the name of a banned one, who is refused as he is elsewhere.
  const isIn = await isWelcome(ip, sn)
  const [key, known] = isIn
    ? await Promise.all([keys.of(token), findTerminal(platform.pool, sn)])
    : [null, null]
  const proof = { digest, keyId: key?.id ?? null }
  if (key && known?.keyId === key.id && lifecyclesThatConnect.includes(known.lifecycle))
    return welcome(parts, { known, sn, ip, proof })
  // Whoever is not bound to the key makes a first contact: the key must be good for one.
  const answer = await admit({ clientId: bootClientIdOf(sn), userName: sn, password: token, ip })
  if ('refuse' in answer || answer.session.kind !== 'boot') return refused
  const peer = answer.session
  if (!known) return { is: 'stranger', peer }
  const { model, vendor, firmware, agentVersion } = known
  const said = { model, vendor, firmware: firmware ?? '', agentVersion: agentVersion ?? '' }
  return contact(parts, { peer, said, ip, digest })
}

async function introduce(
  parts: Parts,
  { peer, told, request }: { peer: BootPeer; told: Attributes; request: FastifyRequest },
): Promise<Contact> {
  const model = attributeOf(told, 'model') ?? ''
  const vendor = attributeOf(told, 'vendor') ?? (await vendorOf(parts.platform.pool, model)) ?? ''
  const { firmware, agentVersion } = informationOf({}, told)
  const said = { model, vendor, firmware: String(firmware), agentVersion: String(agentVersion) }
  return contact(parts, { peer, said, ip: request.ip, digest: digestOf(request) })
}

interface Introduced {
  readonly peer: BootPeer
  readonly said: Readonly<Record<'model' | 'vendor' | 'firmware' | 'agentVersion', string>>
  readonly ip: string
  readonly digest: Buffer
}

/** A first contact, as the broker and `POST /device/v1/register` take it. */
async function contact(parts: Parts, { peer, said, ip, digest }: Introduced): Promise<Contact> {
  const { platform } = parts
  const { sn, keyId } = peer
  const { publicKey: serverKey } = await loadDownKey(platform)
  const { result } = await register({ ...platform, serverKey }, peer, { sn, ...said })
  if (result === 'UNCLAIMED') return { is: 'waiting' }
  if (result === 'REFUSED') return { is: 'refused', status: 403 }
  await bindToKey(platform.pool, sn, keyId)
  const known = await findTerminal(platform.pool, sn)
  return known ? welcome(parts, { known, sn, ip, proof: { digest, keyId } }) : refused
}

/** The oldest that are not here any more. */
function forgetGone(clients: Map<string, Client>): void {
  for (const [sn, client] of clients) {
    if (client.isHere()) return
    clients.delete(sn)
  }
}

interface Welcomed {
  readonly known: Known
  readonly sn: string
  readonly ip: string
  readonly proof: Proof
}

/** Puts a terminal on record as present; one that was assigned becomes active as others do. */
async function welcome(parts: Parts, { known, sn, ip, proof }: Welcomed): Promise<Contact> {
  const { platform, clients } = parts
  const gateway = await parts.gateway()
  const { pollers, enter, take } = gateway
  const poller = pollers.admit({ deviceId: known.id, sn, ip })
  const told = known.told ?? {
    ...(known.firmware && { firmware: known.firmware }),
    ...(known.agentVersion && { agentVersion: known.agentVersion }),
  }
  const installed = installedOf(known.installed)
  const client: Client = {
    gateway,
    poller,
    proof,
    sleepSeconds: platform.env.heartbeatSeconds,
    asksAttributes: known.told === null || installed.length > 0,
    told,
    installed,
    mayHaveWork: true,
    rejected: new Set(),
    numbers: new Map(),
    notedAt: 0,
    reach: null,
    believedUntil: steadyNow() + keyMs,
    isHere: () => pollers.find(sn) === poller,
  }
  await enter(poller)
  const now = platform.now().getTime()
  if (known.lifecycle === 'ASSIGNED')
    await take(poller, [upLetter('act', { method: 'auto' }, { now })])
  // Not before: whoever is known is not made active any more.
  forgetGone(clients)
  clients.set(sn, client)
  return { is: 'client', client }
}
