import type { DeviceLink } from '../../../platform/brokerLink.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { tracedLink } from '../trail/tracedLink.ts'
import { openTrail, type Trail } from '../trail/trail.ts'
import { type LinkRules, openLinkSettings } from './linkSettings.ts'
import { nodeName, startNodeStats } from './nodeStats.ts'

interface Observed {
  readonly rules: () => LinkRules
  readonly trail: Trail
  readonly traced: (link: DeviceLink) => DeviceLink
  /** Nothing is counted and followed any more; what passes is still recorded. */
  readonly pause: () => Promise<unknown>
}

interface Observation {
  /** Its broker tells which messages arrived. */
  readonly isEmbedded: boolean
  /** Terminals that are connected here; null where NATS holds them. */
  readonly connections: () => number | null
}

/** What every gateway follows and writes down beside its work, whichever broker it has. */
export async function observe(
  platform: LinkPlatform,
  { isEmbedded, connections }: Observation,
): Promise<Observed> {
  const settings = openLinkSettings(platform)
  await settings.ready
  const trail = openTrail(platform, { node: nodeName, rules: settings.now })
  const stats = startNodeStats(platform, { isEmbedded, connections, trail })
  return {
    rules: settings.now,
    trail,
    traced: (link) => tracedLink(link, { trail, acknowledges: isEmbedded }),
    pause: () => Promise.all([stats.stop(), settings.stop()]),
  }
}
