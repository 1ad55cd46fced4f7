import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { every } from '../../../platform/every.ts'
import { announceDevices } from '../announceDevices.ts'
import { openBans } from '../broker/bans.ts'
import { letKickedGo } from '../broker/kick.ts'
import { letBannedGo } from '../broker/letBannedGo.ts'
import { hearTurns, RecordRounds, Turns } from '../broker/rounds.ts'
import type { LinkRules } from '../broker/linkSettings.ts'
import { type MessageFlow, openMessageFlow } from '../broker/messageFlow.ts'
import { ruledKey, ruledLink } from '../broker/messageRules.ts'
import { nodeName } from '../broker/nodeStats.ts'
import { loadDownKey } from '../downKey.ts'
import { type Intake, takeMessage } from '../ingest/takeMessage.ts'
import { lifecyclesThatConnect } from '../lifecycle.rules.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import { settingsPath } from '../paths.ts'
import { beatNode, findLapsed, leaveOnline, removeNode } from '../presence/presence.queries.ts'
import { tracedLink } from '../trail/tracedLink.ts'
import { openTrail } from '../trail/trail.ts'
import { type Poller, Pollers } from './pollers.ts'

/** Seconds between two signs of life of this process as a gateway. */
const beatSeconds = 5

/** Milliseconds that the first answer waits for the settings in force. */
const greetingMs = 2_000

/** A gateway for terminals that fetch their messages: the same records, queues and signatures. */
export interface PollGateway {
  readonly pollers: Pollers
  /** Sees to it that the terminal is on record; the first time it waits for its settings. */
  readonly enter: (poller: Poller) => Promise<void>
  /** The terminal's own messages, stored when it settles; it rejects where they were not. */
  readonly take: (poller: Poller, messages: readonly unknown[]) => Promise<void>
  /** The terminal goes, as it says. */
  readonly leave: (poller: Poller) => Promise<void>
  readonly stop: () => Promise<void>
}

interface Parts {
  readonly platform: LinkPlatform
  readonly nodeId: string
  readonly pollers: Pollers
  readonly flow: MessageFlow
  readonly intake: Intake
}

/** Opens the gateway of terminals that poll this process: one more node beside those of the brokers. */
export async function openPollGateway(
  platform: LinkPlatform,
  rules: () => LinkRules,
): Promise<PollGateway> {
  const { pool, log } = platform
  const nodeId = randomUUID()
  const pollers = new Pollers()
  const trail = openTrail(platform, { node: nodeName, rules })
  const link = ruledLink(tracedLink(pollers.link(), { trail, acknowledges: true }), rules)
  const key = ruledKey(await loadDownKey(platform), rules)
  const present = () => pollers.all().map(({ deviceId }) => deviceId)
  const hears = (sn: string) => pollers.hears(sn)
  await beatNode(pool, nodeId)
  const flow = openMessageFlow(platform, { link, key, nodeId, hears, present })
  const intake = { ingest: flow.ingest, trail, now: platform.now }
  const parts: Parts = { platform, nodeId, pollers, flow, intake }
  const rounds = { turns: new Turns(), record: new RecordRounds() }
  const life = every({ name: 'the beat of the door for polls', seconds: beatSeconds, log }, () =>
    stayOnRecord(parts, rounds),
  )
  const bans = openBans(platform)
  const kick = (ids: readonly string[]) => letAllGo(parts, new Set(ids), 'kicked')
  const ends = [
    hearTurns(platform.live, rounds.turns),
    letKickedGo(platform, kick),
    letBannedGo(platform, { isWelcome: bans.isWelcome, here: () => pollers.all(), letGo: kick }),
    letMovedGo(parts),
  ]
  return {
    pollers,
    enter: (poller) => enter(parts, poller),
    take: (poller, messages) => take(parts, poller, messages),
    leave: async (poller) => {
      await letGo(parts, poller, 'disconnect')
    },
    async stop() {
      for (const end of ends) end()
      for (const { mailbox } of pollers.all()) mailbox.release()
      await Promise.all([life.stop(), bans.stop()])
      await Promise.all([flow.settingsSender.stop(), flow.publisher.stop()])
      await link.stop()
      await flow.ingest.stop()
      await trail.stop()
      announceDevices(platform.live, await removeNode(pool, nodeId))
    },
  }
}

/** Puts something to what is to be stored; settles when it is. */
function stored(add: (done: (error?: Error | null) => void) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const isTaken = add((error) => (error ? reject(error) : resolve()))
    if (!isTaken) reject(new Error('too many messages wait'))
  })
}

async function enter(parts: Parts, poller: Poller): Promise<void> {
  const { platform, flow } = parts
  if (poller.isRecorded) return
  const { deviceId, sessionId, ip, mailbox } = poller
  const at = platform.now().getTime()
  const opened = { kind: 'opened', deviceId, sessionId, ip, at } as const
  await stored((done) => flow.ingest.add({ ...opened, protocol: 'HTTPS', node: nodeName, done }))
  poller.isRecorded = true
  flow.settingsSender.send(deviceId)
  await mailbox.wait(greetingMs)
}

async function take(
  { intake, flow, platform }: Parts,
  { deviceId, sn }: Poller,
  messages: readonly unknown[],
): Promise<void> {
  if (messages.length === 0) {
    const at = platform.now().getTime()
    return stored((done) => flow.ingest.add({ kind: 'polled', deviceId, at, done }))
  }
  await Promise.all(
    messages.map((message) =>
      stored((done) => {
        const payload = Buffer.from(textOf(message))
        const fault = takeMessage(intake, { deviceId, sn, path: pathOf(message), payload }, done)
        if (fault) counted.quarantined.inc({ because: fault })
        return true
      }),
    ),
  )
}

/** A message as it came; nothing where it is nested too deep to be written: nobody can read it. */
function textOf(message: unknown): string {
  try {
    return JSON.stringify(message)
  } catch {
    return ''
  }
}

const typed = z.object({ type: z.string() })
const ofItem = z.object({ body: z.object({ item: z.string() }) })

/** The levels below `up/` that a broker would have seen. */
function pathOf(message: unknown): string {
  const type = typed.safeParse(message).data?.type ?? ''
  return type === 'task' ? `task/${ofItem.safeParse(message).data?.body.item ?? ''}` : type
}

/** Ends the presence of a terminal; with its next poll it comes anew. */
async function letGo(
  { pollers, flow, platform }: Parts,
  poller: Poller,
  reason: string,
): Promise<void> {
  const { deviceId, sessionId } = poller
  if (!pollers.remove(poller)) return
  const at = platform.now().getTime()
  // A database that is away for long: the sweeps mend the record then.
  await stored((done) =>
    flow.ingest.add({ kind: 'closed', deviceId, sessionId, reason, at, done }),
  ).catch((error: unknown) => {
    platform.log.warn({ err: error }, 'that a terminal went is not on record')
  })
}

function letAllGo(parts: Parts, ids: ReadonlySet<string>, reason: string): void {
  for (const poller of parts.pollers.all())
    if (ids.has(poller.deviceId)) void letGo(parts, poller, reason)
}

/** Says that this process lives, and forgets terminals that are elsewhere, silent or not welcome now. */
async function stayOnRecord(
  { platform, pollers, nodeId }: Parts,
  { turns, record }: { readonly turns: Turns; readonly record: RecordRounds },
): Promise<void> {
  const { pool, live } = platform
  const wasForgotten = await beatNode(pool, nodeId)
  const recorded = pollers.all().filter(({ isRecorded }) => isRecorded)
  // The others took this process for dead, and its terminals for absent: each comes anew.
  if (wasForgotten) return recorded.forEach((poller) => void pollers.remove(poller))
  await letLapsedGo({ platform, pollers, nodeId }, turns.next(recorded))
  await forgetStray(pool, { nodeId, record, pollers, live })
}

/** Forgets those of some terminals that may not connect any more, or are elsewhere. */
async function letLapsedGo(
  { platform: { pool }, pollers, nodeId }: Pick<Parts, 'platform' | 'pollers' | 'nodeId'>,
  among: readonly Poller[],
): Promise<void> {
  if (among.length === 0) return
  const held = among.map(({ deviceId }) => deviceId)
  const of = { held, connectable: lifecyclesThatConnect }
  const lapsed = new Set(await findLapsed(pool, nodeId, of))
  for (const poller of among) if (lapsed.has(poller.deviceId)) pollers.remove(poller)
}

/** Whoever was moved where he may not connect is let go before the next beat. */
function letMovedGo(parts: Parts): () => void {
  const { pollers, platform } = parts
  return platform.live.subscribe(({ path, ids }) => {
    if (path !== settingsPath || ids.length === 0) return
    const moved = new Set(ids)
    const recorded = pollers.all().filter((one) => one.isRecorded && moved.has(one.deviceId))
    letLapsedGo(parts, recorded).catch((error: unknown) => {
      platform.log.warn({ err: error }, 'terminals that were moved are let go with the next beat')
    })
  })
}

interface Strays extends Pick<Parts, 'nodeId' | 'pollers'>, Pick<LinkPlatform, 'live'> {
  readonly record: RecordRounds
}

/** Terminals on record here that no place is left for. */
async function forgetStray(
  pool: LinkPlatform['pool'],
  { nodeId, record, pollers, live }: Strays,
): Promise<void> {
  const present = () => new Set(pollers.all().map(({ deviceId }) => deviceId))
  const before = present()
  const onRecord = await record.next(pool, nodeId)
  // One that is coming just now is on record before it is known here.
  await sleep(0)
  const here = present()
  const gone = onRecord
    .filter(({ deviceId }) => !before.has(deviceId) && !here.has(deviceId))
    .map((stray) => ({ ...stray, reason: 'network' }))
  if (gone.length > 0) announceDevices(live, await leaveOnline(pool, gone))
}
