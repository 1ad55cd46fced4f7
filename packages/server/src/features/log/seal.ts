import { sign } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Platform } from '../../kit/context.ts'
import type { DB } from '../../platform/schema.ts'
import { loadSigningKey } from '../../platform/signingKey.ts'
import { type Block, blockHash, origin } from './block.ts'

export type SealPlatform = Pick<Platform, 'db' | 'pool' | 'secrets' | 'log' | 'now'>

/** Name of the key that signs blocks. */
export const sealKey = 'log.seal'

/** Any fixed number: workers take turns on the chain. */
const chainLock = 7_214_018

/** Entries that one block holds, and a statement hashes within its time; more of one transaction stay together. */
const usualMost = 200_000

/**
 * Seals every entry whose transaction is over into the next block of the chain, as far as it has room.
 * Transactions still under way, and younger ones, wait for the block after them.
 */
export async function sealActions(platform: SealPlatform, most = usualMost): Promise<void> {
  const { privateKey } = await loadSigningKey(platform, sealKey)
  const sealed = await platform.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${chainLock})`.execute(db)
    const block = await nextBlock(db, platform.now(), most)
    if (block === null) return null
    const hash = blockHash(block)
    await db
      .insertInto('actionSeal')
      .values({ ...block, hash, signature: sign(null, hash, privateKey) })
      .execute()
    return { seq: block.seq, entries: block.entries, hash: hash.toString('hex') }
  })
  // Whoever collects this output holds an anchor outside the database.
  if (sealed) platform.log.info(sealed, 'the action log was sealed')
}

interface NextBlock extends Block {
  readonly firstAt: string | null
  readonly lastAt: string | null
}

/** What the chain goes on with; null: there is nothing to seal. */
async function nextBlock(db: Kysely<DB>, now: Date, most: number): Promise<NextBlock | null> {
  const last = await db
    .selectFrom('actionSeal')
    .select(['seq', 'toXact', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const fromXact = last?.toXact ?? '0'
  const found = await findEntries(db, fromXact, most)
  if (!found || found.entries === 0) return null
  return {
    ...found,
    seq: (last?.seq ?? 0) + 1,
    sealedAt: now.toISOString(),
    fromXact,
    previousHash: last?.hash ?? origin,
  }
}

type Entries = Omit<NextBlock, 'seq' | 'sealedAt' | 'previousHash' | 'fromXact'>

/**
 * Everything below the oldest transaction under way in this database. Those of other databases of the
 * server write nothing here: they hold nothing up, however long they take. One that has no lock yet
 * to be told by counts as ours.
 */
async function findEntries(
  db: Kysely<DB>,
  fromXact: string,
  most: number,
): Promise<Entries | undefined> {
  const { rows } = await sql<Entries>`
    with now as materialized (select pg_current_snapshot() as snapshot),
      elsewhere as materialized (select running.transactionid::text::bigint as short
        from pg_locks as running join pg_stat_activity as other on other.pid = running.pid
        where running.locktype = 'transactionid' and running.mode = 'ExclusiveLock'
          and other.datname <> current_database()),
      bound as materialized (
        select coalesce(min(running), (select pg_snapshot_xmax(now.snapshot) from now)) as xact
        from now cross join lateral pg_snapshot_xip(now.snapshot) as running
        where running::text::numeric % 4294967296 not in (select elsewhere.short from elsewhere)),
      -- Of the first entry for which there is no room.
      beyond as materialized (select log.xact from action_log as log where log.xact >= ${fromXact}::xid8
        order by log.xact offset ${most} limit 1),
      room as materialized (select case
          when exists (select from action_log as log
            where log.xact >= ${fromXact}::xid8 and log.xact < (select beyond.xact from beyond))
          then (select beyond.xact from beyond)
          -- All of them are one transaction's, which is not parted.
          else (select log.xact from action_log as log where log.xact > (select beyond.xact from beyond)
            order by log.xact limit 1) end as xact),
      upto as materialized (select case when room.xact < bound.xact then room.xact else bound.xact end as xact
        from room cross join bound)
    select (select upto.xact from upto)::text as to_xact, count(log.id)::int as entries,
      sha256(coalesce(string_agg(log.hash, ''::bytea order by log.xact, log.id), ''::bytea)) as entries_hash,
      min(log.at) as first_at, max(log.at) as last_at
    from action_log as log
    where log.xact >= ${fromXact}::xid8 and log.xact < (select upto.xact from upto)`.execute(db)
  return rows[0]
}
