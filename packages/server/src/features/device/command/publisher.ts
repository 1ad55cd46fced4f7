import {
  deviceMessages,
  isCommandName,
  isProved,
  isTraceCommand,
  organizationConfigPath,
  taskKinds,
} from '@muster/contract'
import { deviceOutbox } from '../../../kit/outbox.ts'
import type { DeviceLink } from '../../../platform/brokerLink.ts'
import { every } from '../../../platform/every.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import type { DownKey } from '../downKey.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import { settingsPath } from '../paths.ts'
import { announceItems } from '../announceItems.ts'
import { clientIdOf, downTopic } from '../topics.rules.ts'
import { askSilent } from './askSilent.ts'
import { nextPublication } from './command.rules.ts'
import { reviewBlackouts, type Reviewed } from './hold.queries.ts'
import { holdBack } from './holdBack.ts'
import {
  batchSize,
  claimOutbox,
  claimSize,
  endUnreadable,
  lockSendable,
  lockUnsendable,
  lookAgain,
  type OutboxMessage,
  outboxDepth,
  park,
  parkSize,
  putBack,
  type SendableItem,
  savePublished,
  type Wanted,
} from './publish.queries.ts'
import { canBeOpened, openedArgs } from './sealedArgs.ts'

const { commandNotice, downMessages } = deviceMessages
const { task: taskNotice, cancel: cancelNotice } = downMessages

interface PublisherOptions {
  readonly link: DeviceLink
  readonly key: DownKey
  /** The gateway whose terminals these are; null where NATS holds them all. */
  readonly nodeId: string | null
  /** Whether a terminal listens to its commands already. */
  readonly hears: (sn: string) => boolean
  /** Terminals that a command is sent to for the second time: they were there, and did not answer. */
  readonly silent?: (sns: readonly string[]) => void
  /** The terminal's connection acknowledged a command. */
  readonly delivered: (item: SendableItem) => void
}

export interface Publisher {
  /** Sends what waits for terminals that have just come. */
  readonly arrived: (deviceIds: readonly string[]) => Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * Carries messages from the database to terminals. What goes out is on record first, so that a
 * crash in between makes a message go out twice, never not at all.
 */
export function startPublisher(platform: LinkPlatform, options: PublisherOptions): Publisher {
  const { live, log } = platform
  const outbox = every({ name: 'sending the outbox', seconds: 1, log }, () =>
    drain(platform, options),
  )
  const again = every({ name: 'sending again', seconds: 2, log }, async () => {
    counted.outboxDepth.set(await outboxDepth(platform.pool))
    await sendDue(platform, options)
    await askSilent(platform, options)
  })
  const silence = live.onDoorbell(deviceOutbox, outbox.soon)
  const end = reviewWith(platform, again.soon)
  return {
    async arrived(ids) {
      await send(platform, options, { of: 'devices', ids })
    },
    async stop() {
      silence()
      end()
      await Promise.all([outbox.stop(), again.stop()])
    },
  }
}

/**
 * Looks again at what waits for a blackout: now, since a calendar may have been changed while no
 * gateway ran, and whenever one is changed or a terminal comes under another.
 */
function reviewWith({ live, pool, log }: LinkPlatform, then: () => void): () => void {
  const review = (which: Reviewed) => {
    reviewBlackouts(pool, which).then(then, (error: unknown) => {
      log.warn({ err: error }, 'commands wait for a blackout that may be over')
    })
  }
  review({ of: 'all' })
  return live.subscribe(({ path, ids }) => {
    if (path !== organizationConfigPath && path !== settingsPath) return
    // An empty list means "many".
    if (ids.length === 0) review({ of: 'all' })
    else review({ of: path === settingsPath ? 'devices' : 'organizations', ids })
  })
}

/** Empties the outbox as far as its terminals are here. */
async function drain(platform: LinkPlatform, options: PublisherOptions): Promise<void> {
  for (;;) {
    const { items, others, count } = await inTransaction(platform.pool, async (client) => {
      const messages = await claimOutbox(client, options.nodeId)
      const ids = messages.flatMap((message) => itemOf(message) ?? [])
      const items = await lockAndNote(platform, options, { client, wanted: { of: 'items', ids } })
      const noted = new Set([...items.leaving, ...items.waiting].map(({ id }) => id))
      const rest = ids.filter((id) => !noted.has(id))
      const held = new Set<string | null>(await lookAgain(client, rest))
      await putBack(
        client,
        messages.filter((message) => held.has(itemOf(message))),
      )
      return {
        items,
        others: messages.filter(isOther),
        count: messages.length,
      }
    })
    sendItems(platform, options, items)
    for (const message of others) sendOther(platform, options, message)
    if (count < claimSize) return
  }
}

/** The command that a message of the outbox tells of; null: it is another message. */
function itemOf(message: OutboxMessage): string | null {
  const told = commandIn(message)
  return told && !isTraceCommand(told.cmd) ? told.item : null
}

/** Whether it goes out as it is: a trace is no item, it has a record of its own. */
const isOther = (message: OutboxMessage): boolean =>
  message.path !== commandNotice.path || isTraceCommand(commandIn(message)?.cmd ?? '')

const commandIn = ({ path, body }: OutboxMessage) =>
  path === commandNotice.path ? (commandNotice.body.safeParse(body).data ?? null) : null

/** Sends what is due; what cannot leave is gone past, so that it keeps nothing else back. */
async function sendDue(platform: LinkPlatform, options: PublisherOptions): Promise<void> {
  await parkUnsendable(platform)
  for (let after: SendableItem | null = null; ; ) {
    const { locked, leaving }: Noted = await send(platform, options, { of: 'due', after })
    options.silent?.(leaving.filter(({ publications }) => publications === 1).map(({ sn }) => sn))
    after = locked.at(-1) ?? null
    if (locked.length < batchSize) return
  }
}

/** Nobody looks every few seconds at what waits for terminals that are away or disabled. */
async function parkUnsendable({ pool }: LinkPlatform): Promise<void> {
  for (;;) {
    const count = await inTransaction(pool, async (client) => {
      const ids = await lockUnsendable(client)
      if (ids.length > 0) await park(client, ids)
      return ids.length
    })
    if (count < parkSize) return
  }
}

async function send(
  platform: LinkPlatform,
  options: PublisherOptions,
  wanted: Wanted,
): Promise<Noted> {
  const items = await inTransaction(platform.pool, (client) =>
    lockAndNote(platform, options, { client, wanted }),
  )
  sendItems(platform, options, items)
  return items
}

/** Commands that were locked, parted into what goes out and what waits on. */
interface Noted {
  readonly locked: readonly SendableItem[]
  readonly leaving: readonly SendableItem[]
  readonly waiting: readonly SendableItem[]
}

const none: Noted = { locked: [], leaving: [], waiting: [] }

async function lockAndNote(
  { now, secrets }: LinkPlatform,
  { nodeId, hears }: PublisherOptions,
  { client, wanted }: { client: Parameters<typeof lockSendable>[0]; wanted: Wanted },
): Promise<Noted> {
  if (wanted.of !== 'due' && wanted.ids.length === 0) return none
  const locked = await lockSendable(client, wanted, nodeId)
  const items = locked.filter(({ sn }) => hears(sn))
  if (items.length === 0) return { ...none, locked }
  const at = now()
  const { leaving: free, waiting } = await holdBack(client, items, at)
  const [unreadable = [], leaving = []] = [false, true].map((can) =>
    free.filter((item) => (isCalledOff(item) || canBeOpened({ secrets }, item)) === can),
  )
  // One that nobody can read any more keeps back none of the others.
  if (unreadable.length > 0) await endUnreadable(client, unreadable)
  const publications = leaving.map(({ id, publications }) => ({
    id,
    nextPublishAt: nextPublication(publications + 1, at),
  }))
  if (publications.length > 0) await savePublished(client, publications)
  return { locked, leaving, waiting: [...waiting, ...unreadable] }
}

/** Its terminal is told to leave it be, and nothing of what was wanted. */
const isCalledOff = ({ state }: Pick<SendableItem, 'state'>): boolean => state === 'CANCELLING'

/** What a terminal is told of an item: a command, a task with what belongs to it, or to leave it be. */
function noticeOf({ id, cmd, args, attempt, sn, state }: SendableItem): {
  path: string
  body: object
} {
  if (isCalledOff({ state }))
    return { path: cancelNotice.path, body: { item: id, attempt, reason: 'S602' } }
  const { artifact, gate: _, ...told } = args
  // A file is fetched by the item that it belongs to.
  const file = typeof artifact === 'object' ? { artifact: { ticket: id, ...artifact } } : {}
  if (!isTask(cmd)) {
    const named = isCommandName(cmd) && isProved(cmd) ? { sn } : {}
    return {
      path: commandNotice.path,
      body: { item: id, cmd, args: told, ...file, attempt, ...named },
    }
  }
  return { path: taskNotice.path, body: { item: id, kind: cmd, ...told, ...file, attempt } }
}

const isTask = (cmd: string): boolean => taskKinds.some((kind) => kind === cmd)

function sendItems(
  { live, now, secrets }: LinkPlatform,
  { link, key, delivered }: PublisherOptions,
  { leaving, waiting }: Noted,
): void {
  for (const item of leaving) {
    const { sn } = item
    const args = isCalledOff(item) ? item.args : openedArgs({ secrets }, item.cmd, item.args)
    const { path, body } = noticeOf({ ...item, args })
    const payload = key.envelope(sn, {
      type: path,
      body,
      at: now(),
      id: item.messageId,
      expiresAt: new Date(item.expiresAt).getTime(),
    })
    const topic = downTopic(sn, path)
    counted.published.inc({ path })
    link.publishDown({
      clientId: clientIdOf(sn),
      topic,
      payload,
      retain: false,
      delivered: () => delivered(item),
    })
  }
  announceItems(live, [...leaving, ...waiting])
}

const retained = new Set(
  Object.values(downMessages).flatMap(({ path, retain }) => (retain ? [path] : [])),
)

function sendOther(
  { now }: LinkPlatform,
  { link, key }: PublisherOptions,
  { sn, path, body, messageId, expiresAt }: OutboxMessage,
): void {
  if (expiresAt < now().getTime()) return
  const payload = key.envelope(sn, { type: path, body, at: now(), id: messageId, expiresAt })
  counted.published.inc({ path })
  link.publishDown({
    clientId: clientIdOf(sn),
    topic: downTopic(sn, path),
    payload,
    retain: retained.has(path),
  })
}
