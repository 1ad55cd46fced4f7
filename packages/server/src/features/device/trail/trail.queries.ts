import { randomUUID } from 'node:crypto'
import type { MqttResult } from '@muster/contract'
import type pg from 'pg'
import { copyIn, copyRow } from '../../../platform/copyIn.ts'

/** A message as it passed a gateway. */
export interface TrailEntry {
  /** Epoch milliseconds by the database's clock. */
  readonly at: number
  readonly direction: 'UP' | 'DOWN'
  readonly sn: string
  readonly type: string
  readonly path: string
  readonly messageId: string | null
  readonly correlationId: string | null
  readonly qos: number
  readonly retain: boolean
  readonly size: number
  readonly payload: string | null
  readonly result: MqttResult
  readonly reason: string | null
  readonly latencyMs: number | null
}

/** Messages that were counted instead. */
export interface Gap {
  readonly from: number
  readonly to: number
  readonly messages: number
}

const copySql = `copy mqtt_log (id, at, direction, sn, type, path, message_id, correlation_id, qos,
  retain, size, result, reason, latency_ms, node, payload) from stdin`

/** Writes entries by `copy`, which costs a third of an insert. */
export function saveEntries(
  client: pg.ClientBase,
  entries: readonly TrailEntry[],
  node: string,
): Promise<void> {
  return copyIn(client, copySql, Buffer.from(entries.map((entry) => rowOf(entry, node)).join('')))
}

const rowOf = (entry: TrailEntry, node: string): string =>
  copyRow([
    idAt(entry.at),
    new Date(entry.at).toISOString(),
    entry.direction,
    entry.sn,
    entry.type,
    entry.path,
    entry.messageId,
    entry.correlationId,
    entry.qos,
    entry.retain,
    entry.size,
    entry.result,
    entry.reason,
    entry.latencyMs,
    node,
    entry.payload,
  ])

/** A UUIDv7 of a moment: an entry is found by its id alone, in the partition of its day. */
function idAt(at: number): string {
  const hex = Math.floor(at).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${randomUUID().slice(15)}`
}

export async function saveGap(client: pg.ClientBase, gap: Gap, node: string): Promise<void> {
  await client.query({
    name: 'trail.gap',
    text: `insert into mqtt_log_gap (from_at, to_at, node, messages)
      values (to_timestamp($1::float8 / 1000), to_timestamp($2::float8 / 1000), $3, $4)`,
    values: [gap.from, gap.to, node, gap.messages],
  })
}

/** Terminals that somebody looks at. */
export interface WatchedDevice {
  readonly id: string
  readonly sn: string
  readonly orgId: string
}

export async function devicesOf(
  pool: pg.Pool,
  ids: readonly string[],
): Promise<readonly WatchedDevice[]> {
  const { rows } = await pool.query<WatchedDevice>({
    name: 'trail.watched',
    text: `select device.id, device.sn, device.org_id as "orgId" from device
      where device.id = any($1::uuid[])`,
    values: [ids],
  })
  return rows
}
