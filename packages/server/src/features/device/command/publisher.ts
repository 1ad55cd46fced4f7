import { deviceMessages } from '@muster/contract'
import { deviceOutbox } from '../../../kit/outbox.ts'
import type { DeviceLink } from '../../../platform/brokerLink.ts'
import { every } from '../../../platform/every.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import type { DownKey } from '../downKey.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import { tellItems } from '../tellItems.ts'
import { clientIdOf, downTopic } from '../topics.rules.ts'
import { nextPublication } from './command.rules.ts'
import {
  claimOutbox,
  claimSize,
  lockSendable,
  type OutboxMessage,
  outboxDepth,
  type SendableItem,
  savePublished,
  type Wanted,
} from './publish.queries.ts'

const { commandNotice, downMessages } = deviceMessages

interface PublisherOptions {
  readonly link: DeviceLink
  readonly key: DownKey
  /** The gateway whose terminals these are; null where another broker holds them all. */
  readonly nodeId: string | null
  /** Whether a terminal listens to its commands already. */
  readonly hears: (sn: string) => boolean
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
    await send(platform, options, { of: 'due' })
  })
  const silence = live.onDoorbell(deviceOutbox, outbox.soon)
  return {
    arrived: (ids) => send(platform, options, { of: 'devices', ids }),
    async stop() {
      silence()
      await Promise.all([outbox.stop(), again.stop()])
    },
  }
}

/** Empties the outbox as far as its terminals are here. */
async function drain(platform: LinkPlatform, options: PublisherOptions): Promise<void> {
  for (;;) {
    const { items, others, count } = await inTransaction(platform.pool, async (client) => {
      const messages = await claimOutbox(client, options.nodeId)
      const commands = messages.filter(({ path }) => path === commandNotice.path)
      const ids = commands.flatMap(
        ({ body }) => commandNotice.body.safeParse(body).data?.item ?? [],
      )
      const items = await lockAndNote(platform, options, { client, wanted: { of: 'items', ids } })
      return {
        items,
        others: messages.filter(({ path }) => path !== commandNotice.path),
        count: messages.length,
      }
    })
    sendItems(platform, options, items)
    for (const message of others) sendOther(platform, options, message)
    if (count < claimSize) return
  }
}

async function send(
  platform: LinkPlatform,
  options: PublisherOptions,
  wanted: Wanted,
): Promise<void> {
  const items = await inTransaction(platform.pool, (client) =>
    lockAndNote(platform, options, { client, wanted }),
  )
  sendItems(platform, options, items)
}

async function lockAndNote(
  { now }: LinkPlatform,
  { nodeId, hears }: PublisherOptions,
  { client, wanted }: { client: Parameters<typeof lockSendable>[0]; wanted: Wanted },
): Promise<SendableItem[]> {
  if (wanted.of !== 'due' && wanted.ids.length === 0) return []
  const locked = await lockSendable(client, wanted, nodeId)
  const items = locked.filter(({ sn }) => hears(sn))
  if (items.length === 0) return []
  const at = now()
  const publications = items.map(({ id, publications }) => ({
    id,
    nextPublishAt: nextPublication(publications + 1, at),
  }))
  await savePublished(client, publications)
  return items
}

function sendItems(
  { live, now }: LinkPlatform,
  { link, key, delivered }: PublisherOptions,
  items: readonly SendableItem[],
): void {
  for (const item of items) {
    const { id, cmd, args, attempt, sn } = item
    const payload = key.envelope(sn, {
      type: commandNotice.path,
      body: { item: id, cmd, args, attempt },
      at: now(),
      id: item.messageId,
      expiresAt: new Date(item.expiresAt).getTime(),
    })
    const topic = downTopic(sn, commandNotice.path)
    counted.published.inc({ path: commandNotice.path })
    link.publishDown({
      clientId: clientIdOf(sn),
      topic,
      payload,
      retain: false,
      delivered: () => delivered(item),
    })
  }
  tellItems(live, items)
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
