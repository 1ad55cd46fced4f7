import { type deviceLife, type ParsedOf, type ReplyOf, type TimelineStep } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { findDevice } from '../command/command.queries.ts'
import { withoutHiddenTerminals } from '../log/hiddenTerminals.queries.ts'
import { withOtherOrganizations } from '../log/log.queries.ts'
import { sourcesOf } from './sources.ts'

type Query = ParsedOf<(typeof deviceLife)['timeline']>['query']
type Timeline = ReplyOf<(typeof deviceLife)['timeline']>
type Row = Omit<TimelineStep, 'otherOrgName'> & { readonly place: string }

/** What each source gives, in this order. */
const columns = sql.raw(
  'id, kind, code, at, by_user, severity, is_over, data, task, ref_kind, ref_id, ref_no',
)

/**
 * A part of what happened to a terminal, the latest first. Each source gives as many as the part
 * has, by its own index of the terminal and the time, however much it knows.
 */
export async function timelineOf(ctx: Context, deviceId: string, query: Query): Promise<Timeline> {
  const { id } = await findDevice(ctx, deviceId)
  const { kind, limit } = query
  const sources = sourcesOf(ctx.principal, { id, kind, before: placeOf(query), most: limit + 1 })
  if (sources.length === 0) return { steps: [], next: null }
  const { rows } =
    await sql<Row>`select step.id, step.kind, step.code, step.at, person.user_name as by, step.severity,
      step.is_over, step.data, step.task, step.ref_kind, step.ref_id, step.ref_no,
      round(extract(epoch from step.at) * 1000000)::bigint || '.' || step.id as place
    from (${sql.join(sources, sql` union all `)}) as step (${columns})
      left join app_user person on person.id = step.by_user
    order by step.at desc, step.id desc limit ${limit + 1}`.execute(ctx.db)
  const shown = rows.slice(0, limit)
  const seen = await withoutHiddenTerminals(ctx, await withOtherOrganizations(ctx, shown))
  return {
    steps: seen.map(({ place: _, ...step }) => step),
    next: rows.length > limit ? (shown.at(-1)?.place ?? null) : null,
  }
}

/** A place in the order: microseconds, which a moment on the wire does not have, and the row. */
function placeOf({ before }: Query) {
  if (before === undefined) return null
  const [micros = '0', id = ''] = before.split('.')
  return {
    at: sql<Date>`('epoch'::timestamptz + ${Number(micros)}::float8 * interval '1 microsecond')`,
    id,
  }
}
