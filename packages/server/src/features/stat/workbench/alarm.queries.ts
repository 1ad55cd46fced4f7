import type { ReplyOf, Severity, workbench } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { askedBy, type EstateFilter } from '../asked.ts'

/** Open alarms by severity, and terminals that have any; kept by the writes. */
export async function openAlarms(
  ctx: Context,
  filter: EstateFilter,
): Promise<ReplyOf<typeof workbench.alarm>> {
  const from = await askedBy(ctx, filter)
  const { rows } = await sql<{ measure: string; total: number }>`
    select measure, sum(count)::bigint as total from ${from('estate_count')} as counted
    where starts_with(measure, 'ALARM') group by 1`.execute(ctx.db)
  const totals = new Map(rows.map(({ measure, total }) => [measure, total]))
  const of = (severity: Severity) => totals.get(`ALARM_${severity}`) ?? 0
  return {
    bySeverity: {
      LOW: of('LOW'),
      MEDIUM: of('MEDIUM'),
      HIGH: of('HIGH'),
      CRITICAL: of('CRITICAL'),
    },
    devices: totals.get('ALARMED') ?? 0,
  }
}
