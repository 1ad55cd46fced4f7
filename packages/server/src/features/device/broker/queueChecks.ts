import type { Batcher } from '../../../platform/batcher.ts'
import type { DeviceLink } from '../../../platform/brokerLink.ts'
import type { Readiness } from '../../../platform/readiness.ts'
import { mostCounted, outboxDepth } from '../command/publish.queries.ts'
import { type Arrival, ingestRoom } from '../ingest/ingest.ts'
import type { LinkPlatform } from '../linkPlatform.ts'

/** What any gateway looks at to say how it is, whichever broker it has. */
export const gatewayHealth = (
  platform: Pick<LinkPlatform, 'pool'>,
  { link, ingest, more = [] }: Looked,
): { readonly needs: readonly Readiness[]; readonly warnings: readonly Readiness[] } => ({
  needs: [{ name: 'broker', check: link.check }, ...ingestNeeds(ingest)],
  warnings: [...queueWarnings(platform, ingest), ...more],
})

interface Looked {
  readonly link: DeviceLink
  readonly ingest: Batcher<Arrival>
  /** What else this gateway looks at. */
  readonly more?: readonly Readiness[]
}

/** No room for another message: the role does not do its work. */
const ingestNeeds = (ingest: Batcher<Arrival>): Readiness[] => [
  {
    name: 'ingest',
    check: async () =>
      ingest.size >= ingestRoom
        ? `${ingest.size} messages of terminals wait to be stored; no more are taken.`
        : null,
  },
]

/** Queues that grow, before they are full. */
const queueWarnings = (
  { pool }: Pick<LinkPlatform, 'pool'>,
  ingest: Batcher<Arrival>,
): Readiness[] => [
  {
    name: 'ingest',
    check: async () =>
      ingest.size >= ingestRoom / 10
        ? `${ingest.size} messages of terminals wait to be stored.`
        : null,
  },
  {
    name: 'outbox',
    check: async () =>
      (await outboxDepth(pool)) >= mostCounted
        ? `${mostCounted} messages to terminals, or more, wait to be sent.`
        : null,
  },
]
