import { hostname } from 'node:os'
import type pg from 'pg'
import { steadyNow } from '../../../platform/steadyClock.ts'
import { every, type Repeated } from '../../../platform/every.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import type { Trail } from '../trail/trail.ts'

/** Host and process: how a gateway is called where people read. */
export const nodeName = `${hostname()}:${process.pid}`

/** Seconds between two rows. */
const seconds = 5

interface StatOptions {
  readonly isEmbedded: boolean
  /** Terminals that are connected here; null where NATS holds them. */
  readonly connections: () => number | null
  readonly trail: Trail
}

interface Counts {
  readonly at: number
  readonly received: number
  readonly published: number
}

/** Writes down what this gateway counts, for those who look at all of them. */
export function startNodeStats(platform: LinkPlatform, options: StatOptions): Repeated {
  const { pool, log } = platform
  const startedAt = platform.now()
  let before: Counts | null = null
  const beat = every({ name: 'the counts of the gateway', seconds, log }, async () => {
    const counts = await readCounts()
    await saveNode(pool, {
      ...options,
      startedAt,
      received: rateOf(before?.received, counts.received, { before, counts }),
      published: rateOf(before?.published, counts.published, { before, counts }),
      turnedAway: await turnedAway(),
    })
    before = counts
  })
  beat.soon()
  return {
    soon: beat.soon,
    async stop() {
      await beat.stop()
      await pool.query('delete from mqtt_node where mqtt_node.node = $1', [nodeName])
    },
  }
}

async function readCounts(): Promise<Counts> {
  const [received, published] = await Promise.all([counted.received.get(), counted.published.get()])
  const sum = (values: readonly { readonly value: number }[]) =>
    values.reduce((total, { value }) => total + value, 0)
  return {
    at: steadyNow(),
    received: sum(received.values),
    published: sum(published.values),
  }
}

function rateOf(
  earlier: number | undefined,
  now: number,
  { before, counts }: { readonly before: Counts | null; readonly counts: Counts },
): number {
  if (earlier === undefined || !before) return 0
  return ((now - earlier) * 1000) / Math.max(1, counts.at - before.at)
}

async function turnedAway(): Promise<Readonly<Record<string, number>>> {
  const { values } = await counted.quarantined.get()
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.because), value]))
}

interface NodeRow extends StatOptions {
  readonly startedAt: Date
  readonly received: number
  readonly published: number
  readonly turnedAway: Readonly<Record<string, number>>
}

async function saveNode(pool: pg.Pool, row: NodeRow): Promise<void> {
  const { recorded, unrecorded, waiting } = row.trail.counts()
  await pool.query({
    name: 'gateway.stats',
    text: `insert into mqtt_node (node, is_embedded, started_at, beat_at, connections,
        received_per_second, published_per_second, turned_away, recorded, unrecorded, waiting)
      values ($1, $2, $3, now(), $4, $5, $6, $7, $8, $9, $10)
      on conflict (node) do update set beat_at = excluded.beat_at, started_at = excluded.started_at,
        is_embedded = excluded.is_embedded, connections = excluded.connections,
        received_per_second = excluded.received_per_second,
        published_per_second = excluded.published_per_second, turned_away = excluded.turned_away,
        recorded = excluded.recorded, unrecorded = excluded.unrecorded, waiting = excluded.waiting`,
    values: [
      nodeName,
      row.isEmbedded,
      row.startedAt,
      row.connections(),
      row.received,
      row.published,
      JSON.stringify(row.turnedAway),
      recorded,
      unrecorded,
      waiting,
    ],
  })
}
