import { randomUUID } from 'node:crypto'
import { maxMessageBytes } from '@muster/contract'
import { makeBroker } from '../../../platform/broker.ts'
import type { DeviceBroker, DeviceLink } from '../../../platform/brokerLink.ts'
import type { BrokerRules } from '../../../platform/brokerShelf.ts'
import { openDatabaseClock } from '../../../platform/databaseClock.ts'
import { every } from '../../../platform/every.ts'
import type { Readiness } from '../../../platform/readiness.ts'
import { loadDownKey } from '../downKey.ts'
import { lifecyclesThatConnect } from '../lifecycle.rules.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import type { Trail } from '../trail/trail.ts'
import { beatNode, findLapsed, leaveOnline, removeNode } from '../presence/presence.queries.ts'
import { limitContacts, answerContacts } from '../registration/firstContact.ts'
import { announceDevices } from '../announceDevices.ts'
import { settingsPath } from '../paths.ts'
import { clientIdOf, type Peer } from '../topics.rules.ts'
import { openAdmission } from './admission.ts'
import { trustedAuthorities } from './admission.queries.ts'
import { type HandlerParts, enter, openConnectionHandlers } from './connectionHandlers.ts'
import { type Connections, openConnections } from './connections.ts'
import { letKickedGo } from './kick.ts'
import { letBannedGo } from './letBannedGo.ts'
import { observe } from './observe.ts'
import { gatewayHealth } from './queueChecks.ts'
import { hearTurns, RecordRounds, Turns } from './rounds.ts'
import { type MessageFlow, openMessageFlow } from './messageFlow.ts'
import { openOrganizationPaces } from './organizationPaces.ts'
import { ruledKey, ruledLink } from './messageRules.ts'

export interface Gateway {
  /** Port of the embedded broker; null where another one is used. */
  readonly port: () => number | null
  readonly securePort?: (() => number | null) | undefined
  /** What the role cannot work without. */
  readonly needs: readonly Readiness[]
  readonly warnings: readonly Readiness[]
  readonly stop: () => Promise<void>
}

/** Seconds between two signs of life of this process. */
const beatSeconds = 5

/** A message may be as large as the contract says, its topic and header beside it. */
const maxPacketBytes = maxMessageBytes + 1024

/** Opens the embedded broker and everything that serves its terminals. */
export async function startEmbeddedGateway(given: LinkPlatform): Promise<Gateway> {
  const { pool, log } = given
  const clock = await openDatabaseClock(pool, given.now)
  const platform = { ...given, now: clock.now }
  const nodeId = randomUUID()
  const connections = openConnections()
  const { rules, trail, ...observed } = await observe(platform, embedded(connections))
  const broker = await makeEmbedded(platform, rules)
  const link = ruledLink(observed.traced(broker.link), rules)
  const key = ruledKey(await loadDownKey(platform), rules)
  const flow = openMessageFlow(platform, { link, key, nodeId, ...connections })
  const admission = openAdmission(platform, rules)
  const paces = await openOrganizationPaces(platform)
  const parts: HandlerParts = {
    link,
    connections,
    ingest: flow.ingest,
    trail,
    admit: admission.admit,
    now: platform.now,
    firstContact: limitContacts(answerContacts(platform, { link, key, trail }), log),
    ready: flow.settingsSender.send,
    turnedAway: turnAwayWith(platform),
    messagesPerMinute: () => rules().messagesPerMinute,
    paces,
  }
  const rounds = { nodeId, turns: new Turns(), record: new RecordRounds() }
  const life = every({ name: 'the beat of the gateway', seconds: beatSeconds, log }, () =>
    clock.set().then(() => stayOnRecord(platform, parts, rounds)),
  )
  const ends = hearChanges(platform, { ...parts, ...admission }, rounds)
  const stop = stopOf(platform, { nodeId, link, flow, trail, admission }, async () => {
    for (const end of ends) end()
    await Promise.all([life.stop(), observed.pause(), paces.stop()])
  })
  const opened = beatNode(pool, nodeId).then(() => broker.open(openConnectionHandlers(parts)))
  await orStop(opened, stop)
  const health = gatewayHealth(platform, { link, ingest: flow.ingest, more: [paces.warning] })
  return { port: link.port, securePort: link.securePort, ...health, stop }
}

/** Its port is taken, for one, or the database away: nothing goes on then of what nobody would stop. */
const orStop = (opened: Promise<void>, stop: () => Promise<void>): Promise<void> =>
  opened.catch(async (error: unknown) => {
    await stop()
    throw error
  })

const embedded = ({ count }: Connections) => ({ isEmbedded: true, connections: count })

interface Stopping {
  readonly nodeId: string
  readonly link: DeviceLink
  readonly flow: MessageFlow
  readonly trail: Pick<Trail, 'stop'>
  readonly admission: Pick<ReturnType<typeof openAdmission>, 'stop'>
}

/** Ends what repeats and follows, then the ways in and out, and leaves the record. */
const stopOf =
  (
    { pool, live }: LinkPlatform,
    { nodeId, link, flow, trail, admission }: Stopping,
    pause: () => Promise<void>,
  ) =>
  async (): Promise<void> => {
    await pause()
    await Promise.all([flow.settingsSender.stop(), flow.publisher.stop()])
    await link.stop()
    await Promise.all([admission.stop(), flow.ingest.stop()])
    await trail.stop()
    announceDevices(live, await removeNode(pool, nodeId))
  }

/** Hears of who is to be let go, and of what changes; answers how each ends. */
const hearChanges = (
  platform: LinkPlatform,
  parts: HandlerParts & Pick<ReturnType<typeof openAdmission>, 'isWelcome'>,
  { nodeId, turns }: Rounds,
) => [
  letGoAtOnce(platform, parts, nodeId),
  letKickedGo(platform, kickFrom(parts)),
  letBannedGo(platform, {
    isWelcome: parts.isWelcome,
    here: () => parts.connections.all().map((one) => ({ ...one, ip: one.connection.ip })),
    letGo: kickFrom(parts),
  }),
  hearTurns(platform.live, turns),
]

async function makeEmbedded(
  { env, log, pool }: LinkPlatform,
  rules: () => BrokerRules,
): Promise<DeviceBroker<Peer>> {
  const { mqttPort: port, mqttTls: tls, mqttTrustedProxies: trustedProxies } = env
  if (tls?.isSelfSigned) {
    // Only a demo needs what makes certificates.
    const { makeSelfSigned } = await import('../../../platform/selfSigned.ts')
    await makeSelfSigned(tls)
  }
  const authorities = () => trustedAuthorities(pool)
  return makeBroker<Peer>({ port, tls, authorities, trustedProxies, maxPacketBytes, log, rules })
}

/** Ends the connections of terminals that are held here. */
const kickFrom =
  ({ connections, link }: { readonly connections: Connections; readonly link: DeviceLink }) =>
  (ids: readonly string[]): void => {
    const wanted = new Set(ids)
    for (const { deviceId, sn } of connections.all())
      if (wanted.has(deviceId)) link.close(clientIdOf(sn), 'kicked')
  }

/** Counts what is turned away, and says so to those who look closely. */
const turnAwayWith =
  ({ log }: LinkPlatform) =>
  (because: string): void => {
    counted.quarantined.inc({ because })
    log.debug({ because }, 'something from a terminal was turned away')
  }

interface Rounds {
  readonly nodeId: string
  readonly turns: Turns
  readonly record: RecordRounds
}

/**
 * Says that this process lives, and lets terminals go that are not (or may not be) its own any more: of
 * which something was told, and a slice of the others.
 */
async function stayOnRecord(
  platform: LinkPlatform,
  parts: HandlerParts,
  { nodeId, turns, record }: Rounds,
): Promise<void> {
  const wasForgotten = await beatNode(platform.pool, nodeId)
  // The others took this process for dead, and its terminals for absent: they are not.
  if (wasForgotten) for (const held of parts.connections.all()) enter(parts, held)
  else {
    const looked = new Set(turns.next(parts.connections.all()).map(({ deviceId }) => deviceId))
    await letLapsedGo(platform, parts, { nodeId, among: looked })
    await forgetStray(platform, parts, { nodeId, record })
  }
}

/** Ends the presence of terminals whose leaving could not be stored: the database was away. */
async function forgetStray(
  platform: LinkPlatform,
  { connections }: HandlerParts,
  { nodeId, record }: Omit<Rounds, 'turns'>,
): Promise<void> {
  const present = () => new Set(connections.all().map(({ deviceId }) => deviceId))
  const before = present()
  const onRecord = await record.next(platform.pool, nodeId)
  // Whoever came or went in the meantime is no stray.
  const here = present()
  const gone = onRecord
    .filter(({ deviceId }) => !before.has(deviceId) && !here.has(deviceId))
    .map((stray) => ({ ...stray, reason: 'network' }))
  if (gone.length === 0) return
  announceDevices(platform.live, await leaveOnline(platform.pool, gone))
}

/** Whoever was moved where he may not connect is let go before the next beat. */
function letGoAtOnce(platform: LinkPlatform, parts: HandlerParts, nodeId: string): () => void {
  const { live, log } = platform
  return live.subscribe(({ path, ids }) => {
    if (path !== settingsPath || ids.length === 0) return
    letLapsedGo(platform, parts, { nodeId, among: new Set(ids) }).catch((error: unknown) => {
      log.warn({ err: error }, 'terminals that were moved are let go with the next beat')
    })
  })
}

async function letLapsedGo(
  { pool }: LinkPlatform,
  { connections, link }: HandlerParts,
  { nodeId, among }: { readonly nodeId: string; readonly among: ReadonlySet<string> },
): Promise<void> {
  const recorded = connections
    .all()
    .filter(({ isRecorded, deviceId }) => isRecorded && among.has(deviceId))
  if (recorded.length === 0) return
  const held = recorded.map(({ deviceId }) => deviceId)
  const ids = await findLapsed(pool, nodeId, { held, connectable: lifecyclesThatConnect })
  const lapsed = new Set(ids)
  for (const { deviceId, sn, connection } of recorded)
    if (lapsed.has(deviceId) && connections.of(connection)) link.close(clientIdOf(sn), 'revoked')
}
