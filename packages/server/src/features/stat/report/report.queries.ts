import type { Report, ReportRun, reports, ParsedOf } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition, contains, equals, type Page } from '../../../kit/page.ts'
import { notFound } from '../../../kit/refusal.ts'
import type { Schedule } from './schedule.ts'

type Query = ParsedOf<typeof reports.page>['query']

/** Reports lie where their maker was at home. */
export const reportScope = organizationsBy('orgId')

/** Those that the caller may change, or reads. */
const seen = (
  ctx: Context,
): Condition => sql<SqlBool>`(${reportScope.rows(ctx.principal)} or exists (
  select from report_reader mine where mine.report_id = row.id and mine.user_id = ${ctx.principal.userId}))`

const ownReports = organizationsBy('report.orgId')

/** Who else reads one is told to those who may change it. */
const shownTo = ({
  principal,
}: Context) => sql`(select report.id, report.version, report.name, report.rhythm, report.weekday,
    report.month_day, report.clock, report.time_zone, report.status, report.wish ->> 'format' as format,
    report.path, report.org_id, report.created_by, place.name as org_name, report.next_at,
    maker.user_name as maker_name, last.at as last_at, last.state as last_state,
    (select coalesce(jsonb_agg(jsonb_build_object('id', account.id, 'name', account.user_name,
        'isStopped', reader.stopped_at is not null) order by account.user_name), '[]'::jsonb)
      from report_reader reader join app_user account on account.id = reader.user_id
      where reader.report_id = report.id
        and (reader.user_id = ${principal.userId} or ${ownReports.rows(principal)})) as readers
  from report join organization place on place.id = report.org_id
    left join app_user maker on maker.id = report.created_by
    left join lateral (select run.at, run.state from report_run run
      where run.report_id = report.id order by run.id desc limit 1) as last on true) as row`

/** Reports that the caller sees, by name. */
export async function reportPage(ctx: Context, query: Query): Promise<Page<Report>> {
  const { pageNum, pageSize, rhythm, keyword } = query
  const where = allOf([
    seen(ctx),
    ...(rhythm ? [equals('rhythm', rhythm)] : []),
    ...(keyword ? [contains('name', keyword)] : []),
  ])
  const me = ctx.principal.userId
  const { rows } = await sql<
    Report & { total: number }
  >`select row.id, row.version, row.name, row.rhythm,
      row.weekday, row.month_day, row.clock, row.time_zone, row.status, row.format, row.path, row.org_name,
      row.next_at, row.maker_name as created_by, row.readers, row.last_at, row.last_state,
      ${reportScope.rows(ctx.principal)} as is_own,
      exists (select from report_reader mine where mine.report_id = row.id and mine.user_id = ${me}
        and mine.stopped_at is null) as is_mine, count(*) over ()::integer as total
    from ${shownTo(ctx)} where ${where} order by row.name, row.id
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(ctx.db)
  const list = rows.map(({ total: _, ...row }) => row)
  return { list, total: rows[0]?.total ?? 0, pageNum, pageSize }
}

export interface StoredReport extends Schedule {
  readonly id: string
  readonly name: string
  readonly orgId: string
}

/** A report that the caller may change, locked. */
export async function lockReport(ctx: Context, id: string): Promise<StoredReport> {
  const { rows } = await sql<StoredReport>`select id, name, org_id, rhythm, weekday,
      month_day, clock, time_zone from report
    where id = ${id} and ${reportScope.rows(ctx.principal)} for update`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Runs that one answer shows. */
const mostRuns = 200

/** What the readers were sent; who only reads it sees what he was sent himself. */
export async function runsOf(ctx: Context, id: string): Promise<ReportRun[]> {
  const { rows: found } = await sql<{ isOwn: boolean }>`
    select ${reportScope.rows(ctx.principal)} as is_own from ${shownTo(ctx)}
    where row.id = ${id} and ${seen(ctx)}`.execute(ctx.db)
  const [report] = found
  if (!report) throw notFound()
  const whose = report.isOwn ? sql`true` : sql`run.user_id = ${ctx.principal.userId}`
  const { rows } =
    await sql<ReportRun>`select run.id, run.at, account.user_name, run.from_at as "from",
      run.to_at as "to", run.state, run.rows
    from report_run run join app_user account on account.id = run.user_id
    where run.report_id = ${id} and ${whose} order by run.id desc limit ${mostRuns}`.execute(ctx.db)
  return rows
}
