import { createHash, randomUUID } from 'node:crypto'
import { devicesPath } from '@muster/contract'
import type { Done } from '../../../platform/brokerLink.ts'
import { openDatabaseClock } from '../../../platform/databaseClock.ts'
import { ConfigurationError } from '../../../platform/env.ts'
import { every } from '../../../platform/every.ts'
import { makeNatsClient, type NatsLink } from '../../../platform/natsClient.ts'
import type { UpMessage as UpPacket } from '../../../platform/natsIntake.ts'
import { loadNatsKeys } from '../../../platform/natsKeys.ts'
import type { ClientEvent, NatsHandlers } from '../../../platform/natsLines.ts'
import { loadDownKey } from '../downKey.ts'
import { readTopic, type UpMessage } from '../envelope.rules.ts'
import {
  readPacket,
  refuseMessage,
  storeMessage,
  type UpPacket as UpPacketOf,
} from '../ingest/takeMessage.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import { clientIdOf } from '../topics.rules.ts'
import { type Directory, openDirectory } from './directory.ts'
import type { Gateway } from './gateway.ts'
import { closeReasonOf } from './natsReasons.rules.ts'
import { noteConsumer } from './pass.queries.ts'
import { gatewayHealth } from './queueChecks.ts'
import { type Revoker, startRevoker } from './revoker.ts'
import { openMessageFlow, type MessageFlow } from './messageFlow.ts'
import { ruledKey, ruledLink } from './messageRules.ts'
import { type Bans, openBans } from './bans.ts'
import { kickAlone, letKickedGo } from './kick.ts'
import { observe } from './observe.ts'
import type { Trail } from '../trail/trail.ts'

interface NatsAddresses {
  readonly servers: readonly string[]
  readonly mqtt: readonly string[]
}

interface NatsParts {
  readonly platform: LinkPlatform
  readonly flow: MessageFlow
  readonly directory: Directory
  /** Terminals that are believed to be on record as online. */
  readonly online: Set<string>
  readonly revoker: Revoker
  readonly bans: Bans
  readonly trail: Trail
}

/** Seconds between two looks at the clock of the database. */
const clockSeconds = 5

/** Serves terminals that are connected to NATS; any number of gateways share them. */
export async function startNatsGateway(
  given: LinkPlatform,
  { servers, mqtt }: NatsAddresses,
): Promise<Gateway> {
  const keys = await loadNatsKeys(given)
  if (!keys)
    throw new ConfigurationError(
      'NATS_URL is set, but NATS does not know this installation yet: run npm run nats:setup and install the configuration that it writes.',
    )
  const { log, pool } = given
  const clock = await openDatabaseClock(pool, given.now)
  const platform = { ...given, now: clock.now }
  const nodeId = randomUUID()
  const client = makeNatsClient({ servers, mqtt, keys, clientId: `muster:${nodeId}`, log })
  const observed = await observe(platform, { isEmbedded: false, connections: () => null })
  const link = ruledLink(observed.traced(client.link), observed.rules)
  const key = ruledKey(await loadDownKey(platform), observed.rules)
  const online = new Set<string>()
  const directory = openDirectory(platform)
  // After the death of a node NATS may keep from a terminal that is connected all that is sent to it.
  const silent = (sns: readonly string[]) => client.renew(sns.map(clientIdOf))
  const present = () => [...online]
  const flowParts = { link, key, nodeId: null, hears: () => true, present, silent }
  const flow = openMessageFlow(platform, flowParts)
  const revoker = startRevoker(platform, { keys, nodeId, announce: client.announce })
  const bans = openBans(platform)
  const parts: NatsParts = { ...observed, platform, flow, directory, online, revoker, bans }
  const ends = [
    forgetChanged(platform, online),
    letKickedGo(platform, (ids) => kickThrough(client, platform, ids)),
  ]
  await client.open(handlersOf(parts, () => noteConsumer(pool, keys.terminalsId)))
  const life = every({ name: 'the clock of the gateway', seconds: clockSeconds, log }, clock.set)
  return {
    port: link.port,
    ...gatewayHealth(platform, { link, ingest: flow.ingest }),
    async stop() {
      for (const end of ends) end()
      await client.pause()
      await Promise.all([
        life.stop(),
        observed.pause(),
        revoker.stop(),
        bans.stop(),
        flow.settingsSender.stop(),
        flow.publisher.stop(),
      ])
      await directory.stop()
      // What was received is stored and acknowledged before the goodbye.
      await flow.ingest.stop()
      await link.stop()
      await observed.trail.stop()
    },
  }
}

const handlersOf = (parts: NatsParts, attached: NatsHandlers['attached']): NatsHandlers => ({
  receive: (message, done) => receive(parts, message, done),
  opened: (event) => opened(parts, event),
  closed: (event) => closed(parts, event),
  attached,
})

/** Takes the place of clients, and leaves it at once. */
function kickThrough(
  { renew }: Pick<NatsLink, 'renew'>,
  { pool, log }: LinkPlatform,
  ids: readonly string[],
): void {
  for (const id of ids)
    kickAlone(pool, id, (sn) => renew([clientIdOf(sn)])).catch((error: unknown) => {
      log.warn({ err: error }, 'a terminal was not let go')
    })
}

/** Whose presence changed is looked at anew with the next message. */
const forgetChanged = ({ live }: LinkPlatform, online: Set<string>): (() => void) =>
  live.subscribe(({ path, ids }) => {
    if (path !== devicesPath) return
    if (ids.length === 0) online.clear()
    for (const id of ids) online.delete(id)
  })

function receive(parts: NatsParts, { topic, payload, at }: UpPacket, done: Done): void {
  const named = readTopic(topic)
  const reading = named ? readPacket({ path: named.path, payload }) : ({ fault: 'topic' } as const)
  if (!named || 'fault' in reading) {
    counted.quarantined.inc({ because: 'fault' in reading ? reading.fault : 'topic' })
    if (named && 'fault' in reading)
      refuseMessage(intakeOf(parts), {
        ...named,
        payload,
        reason: reading.fault,
        messageId: 'asked' in reading ? reading.asked : undefined,
      })
    return done()
  }
  const { sn } = named
  parts.directory.find(
    sn,
    (deviceId) => {
      const packet = { sn, path: named.path, payload, message: reading.message, at }
      if (deviceId) return take(parts, { deviceId, ...packet }, done)
      counted.quarantined.inc({ because: 'unknown' })
      done()
    },
    done,
  )
}

const intakeOf = ({ flow: { ingest }, platform: { now }, trail }: NatsParts) => ({
  ingest,
  now,
  trail,
})

interface Taken extends UpPacketOf {
  readonly message: UpMessage
  /** When NATS took it. */
  readonly at: number
}

/**
 * What waited for longer than this in NATS tells nothing about who is here now. NATS hands a message
 * out again after 30 s: a gateway that lost its connection in a wave hears then of those who came.
 */
const currentMs = 60_000

function take(parts: NatsParts, taken: Taken, done: Done): void {
  const { deviceId, message, at } = taken
  const { online, flow, platform } = parts
  const { ingest, settingsSender } = flow
  if (message.kind === 'conn' && message.body.s === 'offline') {
    online.delete(deviceId)
    const reason = message.body.r === 'lwt' ? 'network' : 'disconnect'
    const isTaken = ingest.add({ kind: 'closed', deviceId, at, sessionId: null, reason, done })
    if (!isTaken) done(new Error('too many messages wait'))
    return
  }
  const isCurrent = platform.now().getTime() - at < currentMs
  if (isCurrent && !online.has(deviceId)) enter(parts, deviceId, at)
  storeMessage(intakeOf(parts), taken, (error) => {
    done(error)
    // It subscribes before it says that it is there.
    if (!error && message.kind === 'conn') settingsSender.send(deviceId)
  })
}

/** It speaks, so it is here, even if nobody heard that it came. */
function enter({ online, flow }: NatsParts, deviceId: string, at: number): void {
  online.add(deviceId)
  const done = (error?: Error | null) => {
    if (error) online.delete(deviceId)
  }
  flow.ingest.add({
    kind: 'opened',
    deviceId,
    at,
    sessionId: randomUUID(),
    ip: null,
    protocol: null,
    node: null,
    done,
  })
}

/** Ends what somebody may not use, and with it his connection. */
function revoke({ revoker, platform: { log } }: NatsParts, { userKey }: ClientEvent): void {
  revoker.revoke(userKey).catch((error: unknown) => {
    log.error({ err: error }, 'a misused password could not be revoked')
  })
}

function opened(parts: NatsParts, event: ClientEvent): void {
  const { revoker, platform, flow, bans } = parts
  if (event.name === gatewayName) return
  if (event.clientId !== clientIdOf(event.name)) {
    counted.quarantined.inc({ because: 'clientId' })
    platform.log.warn({ sn: event.name }, 'a terminal took the client id of another one')
    return revoke(parts, event)
  }
  const { ip, startedAt, server } = event
  // Its password may be of the time before the ban, or of another network.
  void bans.isWelcome(ip, event.name).then((isWelcome) => isWelcome || revoke(parts, event))
  withDevice(parts, event, (deviceId) => {
    if (!deviceId) return revoker.suspect(event.userKey)
    const sessionId = sessionOf(event)
    const done = () => undefined
    const opened = { kind: 'opened', deviceId, at: startedAt, sessionId, ip } as const
    flow.ingest.add({ ...opened, protocol: 'NATS', node: server, done })
  })
}

function closed(parts: NatsParts, event: ClientEvent): void {
  if (event.name === gatewayName || event.clientId !== clientIdOf(event.name)) return
  withDevice(parts, event, (deviceId) => {
    if (!deviceId) return
    const reason = closeReasonOf(event.reason)
    const sessionId = sessionOf(event)
    const done = () => undefined
    parts.flow.ingest.add({ kind: 'closed', deviceId, at: event.at, sessionId, reason, done })
  })
}

/** The name in the tokens of gateways. */
const gatewayName = 'gateway'

function withDevice(
  { directory, platform }: NatsParts,
  { name }: ClientEvent,
  then: (deviceId: string | null) => void,
): void {
  directory.find(name, then, (error) => {
    // The sweeps mend the record.
    platform.log.warn({ err: error }, 'who came or left could not be looked up')
  })
}

/** The same for the beginning and the end of a connection, whichever gateway hears of them. */
function sessionOf({ connection }: ClientEvent): string {
  const hex = createHash('sha256').update(connection).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
