import type { ReplyOf, StatGrain, VersionKind, versionStat } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { seesOwn } from '../../device/index.ts'
import { askedBy, type EstateFilter } from '../asked.ts'
import type { Span } from '../span.rules.ts'
import { grainFor, levelsOf, stepsOf } from '../steps.rules.ts'

type Trend = ReplyOf<typeof versionStat.trend>

/** How many versions are compared. */
const compared = 5

/** How many ran the most common versions at the end of each step: from today's count backwards. */
export async function versionsByStep(
  ctx: Context,
  { kind, ...filter }: EstateFilter & { readonly kind: VersionKind },
  { span, asked }: { readonly span: Span; readonly asked: StatGrain | undefined },
): Promise<Trend> {
  const now = ctx.now()
  const grain = grainFor(span, asked, now)
  const steps = stepsOf(span, grain, now)
  const from = await askedBy(ctx, filter)
  const step = grain === 'HOUR' ? 'HOUR' : 'DAY'
  const { rows } = await sql<{
    version: string
    count: number
    changes: { at: string; delta: number }[] | null
  }>`with top as materialized (select value, sum(count)::bigint as count from ${from('device_spread', kind)} as spread
        where kind = ${kind} group by 1 having sum(count) > 0 order by 2 desc, 1 limit ${compared}),
      moved as (select value, at, sum(count)::bigint as delta from ${from('stat_own')} as fact
        where measure = ${kind} and step = ${step} and at >= ${span.from} and value in (select value from top) group by 1, 2)
    select top.value as version, top.count,
      (select jsonb_agg(jsonb_build_object('at', at, 'delta', delta)) from moved where moved.value = top.value) as changes
    from top order by top.count desc, top.value`.execute(ctx.db)
  const counted = await sql<{ pace: string; at: string }>`
    select pace, at from estate_counted where pace in ('FACTS', 'MINUTE')`.execute(ctx.db)
  const at = new Map(counted.rows.map((row) => [row.pace, row.at]))
  const known = new Date(at.get('FACTS') ?? now)
  const countsOf = ({ count, changes }: (typeof rows)[number]) => {
    const moved = (changes ?? []).map(({ at: moment, delta }) => ({ at: new Date(moment), delta }))
    return levelsOf(steps, { now: count, changes: moved, known })
  }
  return {
    grain,
    steps: steps.map((one) => one.at.toISOString()),
    versions: rows.map((row) => ({
      version: row.version,
      counts: seesOwn(ctx) ? steps.map(() => null) : [...countsOf(row)],
    })),
    countedAt: at.get('MINUTE') ?? null,
  }
}
