import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf } from '../../../kit/page.ts'
import { pushScope } from './control.ts'
import { pushConditions } from './pushFilter.queries.ts'

/** What is asked for that began within a time: of a part of the estate, the latest `most`. */
export interface BegunQuery {
  readonly orgId?: string | undefined
  readonly vendorId?: string | undefined
  readonly modelId?: string | undefined
  readonly from: Date
  readonly until: Date
  readonly most: number
}

/** Something that began. */
export interface Begun {
  readonly id: string
  readonly at: string
  readonly name: string
  /** What it brings, in one word of its own kind. */
  readonly about: string | null
}

/** The words of the index. */
const began = sql`greatest(created_at, starts_at, approved_at)`

/**
 * Pushes of some kinds that the caller sees and that began within a time. What repeats is told by its
 * runs, and what a release brings by the release.
 */
export async function begunPushes(
  ctx: Context,
  { from, until, most, ...part }: BegunQuery,
  kinds: readonly string[],
): Promise<Begun[]> {
  const where = allOf([pushScope.rows(ctx.principal), ...pushConditions(ctx, part)])
  const { rows } = await sql<Begun>`select id, ${began} as at, title as name,
      coalesce(args ->> 'pkg', kind) as about
    from push as row
    where ${began} >= ${from} and ${began} < ${until} and kind = any(${[...kinds]}::text[])
      and state not in ('APPROVAL', 'SCHEDULED') and (size > 0 or ended_at is null)
      and cron is null and targets -> 'release' is null and ${where}
    order by ${began} desc, id limit ${most}`.execute(ctx.db)
  return rows
}
