import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inTransaction } from '../../platform/transaction.ts'
import { isWanted } from './artifact.queries.ts'
import type { Download } from './download.queries.ts'

/** Seconds that a slot is held without being read by. */
export const leaseSeconds = 60

export interface SlotRules {
  /** Terminals of one organisation, and of one station, that may read at a time. */
  readonly organization: number
  readonly station: number
}

/** Those who take a slot of the same place come one after the other, or two would take the last one. */
const turn = 'select pg_advisory_xact_lock(hashtextextended($1, 85))'

const others = (where: string) => `(select count(*) from download other
  where ${where} and other.lease_until > now() and other.item_id <> download.item_id)`

/** Takes a slot for a download, or goes on with its own; null: all are taken. */
export async function takeSlot(
  pool: pg.Pool,
  { itemId, orgId, stationId }: Download,
  rules: SlotRules,
): Promise<string | null> {
  const lease = randomUUID()
  const { rowCount } = await inTransaction(pool, async (client) => {
    await client.query(turn, [orgId])
    if (stationId) await client.query(turn, [stationId])
    return client.query({
      name: 'delivery.slot',
      text: `update download set lease_id = $2, lease_until = now() + make_interval(secs => ${leaseSeconds}),
          requests = requests + 1, read_at = now()
        where item_id = $1 and ${others('other.org_id = $3')} < $5
          and ($4::uuid is null or ${others('other.station_id = $4')} < $6)`,
      values: [itemId, lease, orgId, stationId, rules.organization, rules.station],
    })
  })
  return rowCount === 1 ? lease : null
}

interface Reading {
  readonly itemId: string
  readonly lease: string
  /** Bytes since it said so last. */
  readonly bytes: number
}

/** Holds a slot on, as long as it is read by; answers false when its item is over, or another request has it. */
export async function renewSlot(
  pool: pg.Pool,
  { itemId, lease, bytes }: Reading,
): Promise<boolean> {
  const { rows } = await pool.query<{ isHeld: boolean | null }>({
    name: 'delivery.renew',
    text: `update download set served_bytes = served_bytes + $3, read_at = now(),
        lease_until = case when lease_id = $2 then now() + make_interval(secs => ${leaseSeconds})
          else lease_until end
      where item_id = $1 and ${isWanted} returning lease_id = $2 as "isHeld"`,
    values: [itemId, lease, bytes],
  })
  return rows[0]?.isHeld === true
}

/** Gives a slot back; of one that another request has taken over only the bytes are counted. */
export async function freeSlot(pool: pg.Pool, { itemId, lease, bytes }: Reading): Promise<void> {
  await pool.query({
    name: 'delivery.free',
    text: `update download set served_bytes = served_bytes + $3, read_at = now(),
        lease_until = case when lease_id = $2 then null else lease_until end,
        lease_id = case when lease_id = $2 then null else lease_id end
      where item_id = $1`,
    values: [itemId, lease, bytes],
  })
}
