import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { visibleTo } from '../../log/index.ts'

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

/** The entries of a span that the caller sees, a line of JSON each: its hash and what it covers. */
export async function* entryLines(ctx: Context, { from, to }: Range): AsyncGenerator<string> {
  const seen = await visibleTo(ctx, (mine) => mine)
  const where = sql.join([sql`true`, ...seen], sql` and `)
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

/** The blocks that sealed a span, a line of JSON each: what its hash covers, and the hashes of all its entries. */
export async function* blockLines({ db }: Context, { from, to }: Range): AsyncGenerator<string> {
  for (let after = -1; ; ) {
    const { rows } = await sql<{ seq: number; sealedAt: string; hashes: string[] }>`
      select seal.seq, seal.sealed_at, seal.from_xact::text as from_xact, seal.to_xact::text as to_xact,
        seal.entries, encode(seal.entries_hash, 'hex') as entries_hash,
        encode(seal.previous_hash, 'hex') as previous_hash, encode(seal.hash, 'hex') as hash,
        encode(seal.signature, 'base64') as signature,
        array(select encode(entry.hash, 'hex') from action_log as entry
          where entry.xact >= seal.from_xact and entry.xact < seal.to_xact
          order by entry.xact, entry.id) as hashes
      from (select * from action_seal where last_at >= ${from} and first_at < ${to} and seq > ${after}
          order by seq limit ${batch}) as seal order by seal.seq`.execute(db)
    for (const row of rows) yield `${JSON.stringify(row)}\n`
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    after = last.seq
  }
}
