import type { MqttNode } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

interface Row extends Omit<MqttNode, 'turnedAway'> {
  readonly turnedAway: Readonly<Record<string, number>>
}

/** The gateways that have said something within the last minute. */
export async function livingNodes(db: Kysely<DB>): Promise<MqttNode[]> {
  const { rows } = await sql<Row>`select node, is_embedded, started_at, beat_at, connections,
      received_per_second, published_per_second, turned_away, recorded, unrecorded, waiting
    from mqtt_node where beat_at > now() - interval '1 minute' order by node`.execute(db)
  return rows.map(({ turnedAway, ...node }) => ({
    ...node,
    turnedAway: Object.entries(turnedAway).map(([because, count]) => ({ because, count })),
  }))
}
