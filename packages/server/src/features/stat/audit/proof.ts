import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { keptSince, visibleTo } from '../../log/index.ts'

interface Range {
  readonly from: string
  readonly to: string
}

/** Entries and blocks that are in memory at a time. */
const batch = 500

/** What the hash of an entry covers, to the letter: see action_log_hash of migration 0173c. */
const content = sql`(jsonb_build_array(1, entry.id, entry.at, entry.user_id, entry.user_name,
    entry.org_id, entry.method, entry.path, entry.permission, entry.target_ids, entry.request,
    entry.before, entry.after, entry.code, entry.ip, entry.duration_ms, entry.request_id)
    || case when entry.impersonator_id is null and entry.impersonator_name is null then '[]'::jsonb
      else jsonb_build_array(entry.impersonator_id, entry.impersonator_name) end
    || case when entry.client_kind is null and entry.user_agent is null and entry.factor_given is null then '[]'::jsonb
      else jsonb_build_array(jsonb_build_object('clientKind', entry.client_kind, 'userAgent', entry.user_agent,
        'factorGiven', entry.factor_given)) end)::text`

/** Moments stand in an entry's content as UTC, whatever the connection shows. */
const inUtc = ({ db }: Context) => sql`select set_config('timezone', 'UTC', true)`.execute(db)

/** The blocks that prove a span, without a gap between them; of each all entries are still there. */
interface Blocks {
  readonly first: number
  readonly last: number
  /** Transactions whose entries they hold: from this one … */
  readonly fromXact: string
  /** … up to this one, which is in none of them. */
  readonly toXact: string
}

/** Null: no block of the span is kept whole, or nothing of it is sealed yet. */
export async function blocksOf({ db, now }: Context, { from, to }: Range): Promise<Blocks | null> {
  const since = await keptSince(db, now())
  const { rows } = await sql<Blocks>`
    with gone as (select coalesce(max(seq), 0) as seq from action_seal where first_at < ${since}),
      span as (select min(seal.seq) as first, max(seal.seq) as last from action_seal as seal, gone
        where seal.last_at >= ${from} and seal.first_at < ${to} and seal.seq > gone.seq)
    select span.first, span.last, begins.from_xact::text as from_xact, ends.to_xact::text as to_xact
    from span join action_seal as begins on begins.seq = span.first
      join action_seal as ends on ends.seq = span.last`.execute(db)
  return rows[0] ?? null
}

/** The entries of a span that blocks hold and the caller sees, a line of JSON each: its hash and what it covers. */
export async function* entryLines(
  ctx: Context,
  { from, to }: Range,
  { fromXact, toXact }: Blocks,
): AsyncGenerator<string> {
  const seen = await visibleTo(ctx, (mine) => mine)
  const isSealed = sql`xact >= ${fromXact}::xid8 and xact < ${toXact}::xid8`
  const where = sql.join([isSealed, ...seen], sql` and `)
  await inUtc(ctx)
  for (let after = { at: from, id: '00000000-0000-0000-0000-000000000000' }; ; ) {
    const { rows } = await sql<{ id: string; exact: string; hash: string; content: string }>`
      select entry.id, entry.at::text as exact, encode(entry.hash, 'hex') as hash, ${content} as content
      from action_log as entry join (select id, at from action_log
          where at >= ${from} and at < ${to} and (at, id) > (${after.at}::timestamptz, ${after.id}::uuid)
            and ${where} order by at, id limit ${batch}) as mine using (id, at)
      order by entry.at, entry.id`.execute(ctx.db)
    for (const { hash, content: text } of rows) yield `${JSON.stringify({ hash, content: text })}\n`
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    after = { at: last.exact, id: last.id }
  }
}

/** Blocks, a line of JSON each: what its hash covers, and the hashes of all its entries. */
export async function* blockLines(
  { db }: Context,
  { first, last: end }: Blocks,
): AsyncGenerator<string> {
  for (let after = first - 1; ; ) {
    const { rows } = await sql<{ seq: number; sealedAt: string; hashes: string[] }>`
      select seal.seq, seal.sealed_at, seal.from_xact::text as from_xact, seal.to_xact::text as to_xact,
        seal.entries, encode(seal.entries_hash, 'hex') as entries_hash,
        encode(seal.previous_hash, 'hex') as previous_hash, encode(seal.hash, 'hex') as hash,
        encode(seal.signature, 'base64') as signature,
        array(select encode(entry.hash, 'hex') from action_log as entry
          where entry.xact >= seal.from_xact and entry.xact < seal.to_xact
          order by entry.xact, entry.id) as hashes
      from (select * from action_seal where seq > ${after} and seq <= ${end}
          order by seq limit ${batch}) as seal order by seal.seq`.execute(db)
    for (const row of rows) yield `${JSON.stringify(row)}\n`
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    after = last.seq
  }
}
