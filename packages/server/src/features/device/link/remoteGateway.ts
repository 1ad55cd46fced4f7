import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultTenant, topicRoot } from '@muster/contract'
import type { Done } from '../../../platform/brokerLink.ts'
import { makeMqttClient } from '../../../platform/mqttClient.ts'
import { loadDownKey } from '../downKey.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import { devicesPath } from '../paths.ts'
import { findContact } from './contact.queries.ts'
import { type Directory, openDirectory } from './directory.ts'
import { readTopic, type UpMessage } from './envelope.rules.ts'
import { type AnswerContact, finish, openReception } from './firstContact.ts'
import type { Gateway } from './gateway.ts'
import { openStations, type Stations } from './stations.ts'
import { readPacket, storeMessage } from './takeMessage.ts'

/** Gateways share what comes in; the broker hands each message to one of them. */
const topics = [
  `$share/muster/${topicRoot}/${defaultTenant}/+/up/#`,
  `$share/muster/${topicRoot}/boot/+/up/reg`,
]

const bootForm = new RegExp(`^${topicRoot}/boot/([A-Z0-9-]{5,32})/up/reg$`)

/** Serves terminals that are connected to another broker. */
export async function startRemoteGateway(platform: LinkPlatform, url: string): Promise<Gateway> {
  const key = await loadDownKey(platform)
  const online = new Set<string>()
  const directory = openDirectory(platform)
  const { link, open } = makeMqttClient({ url, topics, clientId: clientIdOf(platform) })
  const present = () => [...online]
  const hears = () => true
  const stations = openStations(platform, { link, key, nodeId: null, hears, present })
  const answer = openReception(platform, { link, key })
  const desk = { platform, stations, directory, online, answer }
  open((topic, payload, done) => receive(desk, { topic, payload }, done))
  const end = platform.live.subscribe(({ path, ids }) => {
    if (path !== devicesPath) return
    // Whose presence changed is looked at anew with the next message.
    if (ids.length === 0) online.clear()
    for (const id of ids) online.delete(id)
  })
  return {
    port: link.port,
    isReady: link.isReady,
    async stop() {
      end()
      await Promise.all([stations.greeter.stop(), stations.publisher.stop(), directory.stop()])
      // What was received is stored and acknowledged before the goodbye.
      await stations.ingest.stop()
      await link.stop()
    },
  }
}

/** The broker knows this process by the same name after a restart, and keeps its messages till then. */
function clientIdOf({ env }: LinkPlatform): string {
  const file = join(env.dataFolder, `gateway-${env.port}.id`)
  mkdirSync(env.dataFolder, { recursive: true })
  try {
    writeFileSync(file, `muster:${randomUUID()}`, { flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8')
}

interface RemoteDesk {
  readonly platform: LinkPlatform
  readonly stations: Stations
  readonly directory: Directory
  /** Terminals that are believed to be on record as online. */
  readonly online: Set<string>
  readonly answer: AnswerContact
}

interface Packet {
  readonly topic: string
  readonly payload: Buffer
}

function receive(desk: RemoteDesk, { topic, payload }: Packet, done: Done): void {
  const [, bootSn] = bootForm.exec(topic) ?? []
  if (bootSn) return finish(contact(desk, bootSn, payload), done, desk.platform.log)
  const named = readTopic(topic)
  const reading = named ? readPacket({ path: named.path, payload }) : ({ fault: 'topic' } as const)
  if (!named || 'fault' in reading) {
    counted.quarantined.inc({ because: 'fault' in reading ? reading.fault : 'topic' })
    return done()
  }
  desk.directory.find(
    named.sn,
    (deviceId) => {
      if (deviceId) return take(desk, { deviceId, message: reading.message }, done)
      counted.quarantined.inc({ because: 'unknown' })
      done()
    },
    done,
  )
}

async function contact(
  { platform, answer }: RemoteDesk,
  sn: string,
  payload: Buffer,
): Promise<void> {
  const peer = await findContact(platform.pool, sn)
  if (peer) await answer(peer, payload)
  else counted.quarantined.inc({ because: 'unknown' })
}

interface Taken {
  readonly deviceId: string
  readonly message: UpMessage
}

/** Presence is what the messages tell: the broker in between keeps its own counsel. */
function take(desk: RemoteDesk, { deviceId, message }: Taken, done: Done): void {
  const { online, stations, platform } = desk
  if (message.kind === 'conn' && message.body.s === 'offline') {
    online.delete(deviceId)
    const reason = message.body.r === 'lwt' ? 'network' : 'disconnect'
    const at = platform.now().getTime()
    const isTaken = stations.ingest.add({
      kind: 'closed',
      deviceId,
      at,
      sessionId: null,
      reason,
      done,
    })
    if (!isTaken) done(new Error('too many messages wait'))
    return
  }
  const isNew = !online.has(deviceId)
  if (isNew) enter(desk, deviceId)
  const comes = isNew || message.kind === 'conn'
  storeMessage({ ingest: stations.ingest, now: platform.now }, { deviceId, message }, (error) => {
    done(error)
    if (!error && comes) stations.greeter.greet(deviceId)
  })
}

function enter({ online, stations, platform }: RemoteDesk, deviceId: string): void {
  online.add(deviceId)
  const done = (error?: Error | null) => {
    if (error) online.delete(deviceId)
  }
  const at = platform.now().getTime()
  stations.ingest.add({ kind: 'opened', deviceId, at, sessionId: randomUUID(), ip: null, done })
}
