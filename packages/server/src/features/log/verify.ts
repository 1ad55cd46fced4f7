import { type KeyObject, verify as verifySignature } from 'node:crypto'
import type { LogVerdict } from '@muster/contract'
import { sql } from 'kysely'
import type { Platform } from '../../kit/context.ts'
import { loadSigningKey } from '../../platform/signingKey.ts'
import { keptSince } from './retention.ts'
import { retiredKeys } from './retiredKeys.ts'
import { type Block, blockHash, origin } from './block.ts'
import { sealKey } from './seal.ts'

type Fault = LogVerdict['faults'][number]

export interface Range {
  readonly from: string
  readonly to: string
}

export interface Proof extends Range {
  /** A block that was seen elsewhere, `seq:hash`: finds a tail that was cut off. */
  readonly anchor?: string | undefined
}

/** A block as it is kept, and what its entries look like now. */
interface Checked extends Block {
  readonly hash: Buffer
  readonly signature: Buffer
  readonly keptPrevious: Buffer | null
  readonly nowEntries: number
  readonly nowHash: Buffer
  /** Entries whose content is no longer what their hash says. */
  readonly altered: readonly string[]
}

/**
 * Compares the entries of a range with the blocks that sealed them: finds what was changed, taken
 * out or put in, and a chain that does not hold. A block counts with all of its entries. That the
 * newest blocks are gone with all they held shows only beside an anchor.
 */
export async function verifyActions(
  platform: Pick<Platform, 'db' | 'pool' | 'secrets' | 'now'>,
  { anchor, ...range }: Proof,
): Promise<LogVerdict> {
  const { publicKey } = await loadSigningKey(platform, sealKey)
  const retired = await retiredKeys(platform)
  const keyOf = ({ seq }: Block) =>
    retired.find(({ lastSeq }) => seq <= lastSeq)?.publicKey ?? publicKey
  const since = await keptSince(platform.db, platform.now())
  const blocks = await checkedBlocks(platform, { ...range, since })
  return {
    blocks: blocks.length,
    entries: blocks.reduce((sum, { nowEntries }) => sum + nowEntries, 0),
    waiting: await countWaiting(platform),
    faults: [
      ...blocks.flatMap((block) => faultsOf(block, keyOf(block))),
      ...(anchor === undefined ? [] : await anchorFaults(platform, anchor)),
    ],
  }
}

async function checkedBlocks(
  { db }: Pick<Platform, 'db'>,
  { from, to, since }: Range & { since: string },
): Promise<Checked[]> {
  const { rows } = await sql<Checked>`
    select seal.seq, seal.sealed_at, seal.from_xact::text as from_xact, seal.to_xact::text as to_xact,
      seal.entries, seal.entries_hash, seal.previous_hash, seal.hash, seal.signature,
      previous.hash as kept_previous, found.entries::int as now_entries, found.hash as now_hash,
      found.altered
    from action_seal as seal
      left join action_seal as previous on previous.seq = seal.seq - 1
      cross join lateral (
        select count(log.id) as entries,
          sha256(coalesce(string_agg(log.hash, ''::bytea order by log.xact, log.id), ''::bytea)) as hash,
          coalesce(array_agg(log.id) filter (where log.hash <> action_log_hash(log)), '{}') as altered
        from action_log as log
        where log.xact >= seal.from_xact and log.xact < seal.to_xact
      ) as found
    where seal.last_at >= ${from} and seal.first_at < ${to} and seal.first_at >= ${since}
    order by seal.seq`.execute(db)
  return rows
}

async function anchorFaults({ db }: Pick<Platform, 'db'>, anchor: string): Promise<Fault[]> {
  const [number, hash = ''] = anchor.split(':')
  const seq = Number(number)
  const kept = await db
    .selectFrom('actionSeal')
    .select(['hash', 'sealedAt'])
    .where('seq', '=', seq)
    .executeTakeFirst()
  if (kept?.hash.equals(Buffer.from(hash, 'hex'))) return []
  return [{ kind: 'anchorMissing', seq, sealedAt: kept?.sealedAt ?? null, entryId: null }]
}

async function countWaiting({ db }: Pick<Platform, 'db'>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from action_log as log
    where log.xact >= coalesce((select max(seal.to_xact) from action_seal as seal), '0'::xid8)`.execute(
    db,
  )
  return rows[0]?.waiting ?? 0
}

function faultsOf(block: Checked, key: KeyObject): Fault[] {
  const fault = (kind: Fault['kind'], entryId: string | null = null): Fault => {
    const { seq, sealedAt } = block
    return { kind, seq, sealedAt, entryId }
  }
  const found = block.altered.map((id) => fault('entryChanged', id))
  if (block.nowEntries < block.entries) found.push(fault('entriesMissing'))
  if (block.nowEntries > block.entries) found.push(fault('entriesAdded'))
  const isOther = !block.nowHash.equals(block.entriesHash)
  // Content and hash may have been rewritten together: then only the block knows.
  if (isOther && found.length === 0) found.push(fault('entryChanged'))
  // The first block follows nothing; any other one follows the block before it.
  const previous = block.seq === 1 ? origin : block.keptPrevious
  if (!previous?.equals(block.previousHash) || !blockHash(block).equals(block.hash))
    found.push(fault('chainBroken'))
  if (!verifySignature(null, block.hash, key, block.signature)) found.push(fault('signatureWrong'))
  return found
}
