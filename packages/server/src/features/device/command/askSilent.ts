import { deviceMessages } from '@muster/contract'
import type pg from 'pg'
import type { DeviceLink } from '../../../platform/brokerLink.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import type { DownKey } from '../downKey.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import { clientIdOf, downTopic } from '../topics.rules.ts'
import { lockSilent, mostAsked, saveAsked, type SilentItem } from './ask.queries.ts'

const { path, retain } = deviceMessages.stateQuery

interface AskOptions {
  readonly link: DeviceLink
  readonly key: DownKey
  readonly nodeId: string | null
  readonly hears: (sn: string) => boolean
}

/**
 * Asks terminals how far their commands are, of which they have said nothing for long. Who does not
 * listen yet is gone past, and asked when he does.
 */
export async function askSilent(platform: LinkPlatform, options: AskOptions): Promise<void> {
  for (let after: string | null = null; ; ) {
    const { found, heard }: Page = await inTransaction(platform.pool, (client) =>
      notePage(client, options, after),
    )
    ask(platform, options, heard)
    after = found.at(-1)?.id ?? null
    if (found.length < mostAsked) return
  }
}

interface Page {
  readonly found: readonly SilentItem[]
  readonly heard: readonly SilentItem[]
}

async function notePage(
  client: pg.ClientBase,
  { nodeId, hears }: AskOptions,
  after: string | null,
): Promise<Page> {
  const found = await lockSilent(client, nodeId, after)
  const heard = found.filter(({ sn }) => hears(sn))
  const ids = heard.map(({ id }) => id)
  if (ids.length > 0) await saveAsked(client, ids)
  return { found, heard }
}

/** One message for each terminal; its items are fewer than the message has room for. */
function ask(
  { now }: LinkPlatform,
  { link, key }: AskOptions,
  silent: readonly SilentItem[],
): void {
  const at = now()
  for (const [sn, items] of Map.groupBy(silent, ({ sn }) => sn)) {
    counted.published.inc({ path })
    const body = { items: items.map(({ id }) => id) }
    const payload = key.envelope(sn, { type: path, body, at })
    link.publishDown({ clientId: clientIdOf(sn), topic: downTopic(sn, path), payload, retain })
  }
}
