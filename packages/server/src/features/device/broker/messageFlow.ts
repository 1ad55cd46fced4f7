import type { Batcher } from '../../../platform/batcher.ts'
import type { DeviceLink } from '../../../platform/brokerLink.ts'
import { type Publisher, startPublisher } from '../command/publisher.ts'
import type { DownKey } from '../downKey.ts'
import { answererOf } from '../ingest/answerer.ts'
import { type Arrival, openIngest } from '../ingest/ingest.ts'
import { troubleAnswererOf } from '../ingest/troubleAnswerer.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { type SettingsSender, startSettingsSender } from '../settings/settingsSender.ts'

export interface FlowParts {
  readonly link: DeviceLink
  readonly key: DownKey
  /** The gateway on record for its connections; null where NATS holds them. */
  readonly nodeId: string | null
  /** Whether a terminal listens to its commands. */
  readonly hears: (sn: string) => boolean
  /** Terminals that are connected here. */
  readonly present: () => readonly string[]
  /** Terminals that a command was sent to again, because they did not answer. */
  readonly silent?: (sns: readonly string[]) => void
}

/** Where messages go through, in and out, whichever broker carries them. */
export interface MessageFlow {
  readonly ingest: Batcher<Arrival>
  readonly settingsSender: SettingsSender
  readonly publisher: Publisher
}

/** Opens what a gateway does with messages, apart from the connections themselves. */
export function openMessageFlow(platform: LinkPlatform, parts: FlowParts): MessageFlow {
  const { link, key, nodeId, hears, present, silent } = parts
  const ingest = openIngest(platform, {
    nodeId,
    answer: answererOf(platform, { link, key }),
    reported: troubleAnswererOf(platform, { link, key }),
    // A terminal that became active is told its settings again: that answers its wish.
    activated: (deviceIds) => deviceIds.forEach((id) => settingsSender.send(id)),
  })
  const publisher = startPublisher(platform, {
    link,
    key,
    nodeId,
    hears,
    ...(silent && { silent }),
    delivered({ id, deviceId }) {
      const at = platform.now().getTime()
      ingest.add({
        kind: 'delivered',
        deviceId,
        itemId: id,
        at,
        done: () => undefined,
      })
    },
  })
  const settingsSender = startSettingsSender(platform, {
    link,
    key,
    present,
    sent: publisher.arrived,
  })
  return { ingest, settingsSender, publisher }
}
