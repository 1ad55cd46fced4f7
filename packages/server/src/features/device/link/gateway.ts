import { randomUUID } from 'node:crypto'
import { maxMessageBytes } from '@muster/contract'
import { makeBroker } from '../../../platform/broker.ts'
import type { DeviceDoor, DeviceLink } from '../../../platform/brokerLink.ts'
import { every } from '../../../platform/every.ts'
import { startPublisher } from '../command/publisher.ts'
import { loadDownKey } from '../downKey.ts'
import { lifecyclesThatConnect } from '../lifecycle.rules.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import { clientIdOf, type Peer } from '../topics.rules.ts'
import { openAdmission } from './admission.ts'
import { type Connections, openConnections } from './connections.ts'
import { type DeskParts, enter, openDesk } from './desk.ts'
import { openReception } from './firstContact.ts'
import { startGreeter } from './greeter.ts'
import { openIngest } from './ingest.ts'
import { tellPresence } from './link.worker.ts'
import { beatNode, findLapsed, removeNode } from './presence.queries.ts'

export interface Gateway {
  /** Port of the embedded broker; null where another one is used. */
  port(): number | null
  isReady(): boolean
  stop(): Promise<void>
}

/** Seconds between two signs of life of this process. */
const beatSeconds = 5

/** Opens the embedded broker and everything that serves its terminals. */
export async function startGateway(platform: LinkPlatform): Promise<Gateway> {
  const nodeId = randomUUID()
  const key = await loadDownKey(platform)
  const { link, open }: DeviceDoor<Peer> = makeBroker({
    port: platform.env.mqttPort,
    maxPacketBytes: maxMessageBytes + 1024,
  })
  const connections = openConnections()
  const ingest = openIngest(platform, {
    nodeId,
    activated: (ids) => ids.forEach((id) => greeter.greet(id)),
  })
  const publisher = startPublisher(platform, {
    link,
    key,
    nodeId,
    hears: connections.hears,
    delivered: ({ id, deviceId }) =>
      void ingest.add({
        kind: 'delivered',
        deviceId,
        itemId: id,
        at: Date.now(),
        done: () => undefined,
      }),
  })
  const greeter = startGreeter(platform, {
    link,
    key,
    greeted: publisher.arrived,
    present: () => connections.all().map(({ deviceId }) => deviceId),
  })
  const admission = openAdmission(platform)
  const parts: DeskParts = {
    link,
    connections,
    ingest,
    admit: admission.admit,
    firstContact: openReception(platform, {
      link,
      key,
    }),
    ready: greeter.greet,
    turnedAway: (because) => {
      counted.quarantined.inc({ because })
      platform.log.debug({ because }, 'something from a terminal was turned away')
    },
  }
  await beatNode(platform.pool, nodeId)
  await open(openDesk(parts))
  const life = every(
    { name: 'the beat of the gateway', seconds: beatSeconds, log: platform.log },
    () => stayOnRecord(platform, parts, nodeId),
  )
  return {
    port: link.port,
    isReady: link.isReady,
    async stop() {
      await Promise.all([life.stop(), greeter.stop(), publisher.stop()])
      await link.stop()
      await Promise.all([admission.stop(), ingest.stop()])
      tellPresence(platform, await removeNode(platform.pool, nodeId))
    },
  }
}

/** Says that this process lives, and lets terminals go that are not (or may not be) its own any more. */
async function stayOnRecord(
  platform: LinkPlatform,
  parts: DeskParts,
  nodeId: string,
): Promise<void> {
  const wasForgotten = await beatNode(platform.pool, nodeId)
  const { connections, link } = parts
  if (wasForgotten) {
    // The others took this process for dead, and its terminals for absent: they are not.
    for (const held of connections.all()) enter(parts, held)
    return
  }
  await letLapsedGo(platform, { connections, link, nodeId })
}

async function letLapsedGo(
  { pool }: LinkPlatform,
  { connections, link, nodeId }: { connections: Connections; link: DeviceLink; nodeId: string },
): Promise<void> {
  const recorded = connections.all().filter(({ isRecorded }) => isRecorded)
  if (recorded.length === 0) return
  const held = recorded.map(({ deviceId }) => deviceId)
  const lapsed = new Set(
    await findLapsed(pool, nodeId, { held, connectable: lifecyclesThatConnect }),
  )
  for (const { deviceId, sn, connection } of recorded)
    if (lapsed.has(deviceId) && connections.of(connection)) link.close(clientIdOf(sn), 'revoked')
}
