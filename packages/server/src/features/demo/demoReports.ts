import { figureDocuments } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { FrozenPrincipal } from '../../access/frozen.ts'
import type { DB } from '../../platform/schema.ts'
import { idAt } from './apps/demoPushes.ts'

type Db = Kysely<DB>

const zone = 'Asia/Baghdad'
/** What the one who reads reports may do. */
const rights = [
  'STATISTICS_DEVICE',
  'STATISTICS_VERSION',
  'FILE_LIST',
  'FILE_DOWNLOAD',
  'REPORT_LIST',
]
/** How many weeks the report of each week has come. */
const weeks = 4

/**
 * Reports and somebody who is mailed them: one of each week, which the worker makes and sends now as
 * any other, and one of each month that has not come yet.
 */
export async function makeDemoReports(db: Db, giver: FrozenPrincipal): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const readerId = await addReader(trx, giver)
    // By the clocks of the zone: on Sunday, and on the first of the month.
    const local = sql`(now() at time zone ${zone})`
    const sunday = sql`((date_trunc('week', ${local} + interval '17 hours') + interval '6 days 7 hours') at time zone ${zone})`
    const first = sql`((date_trunc('month', ${local}) + interval '1 month 7 hours') at time zone ${zone})`
    const weekly = await addReport(trx, giver, {
      name: 'The estate each week',
      path: figureDocuments.device.path,
      rhythm: 'WEEKLY',
      nextAt: sunday,
      toldUntil: sql`${sunday} - interval '7 days'`,
    })
    const monthly = await addReport(trx, giver, {
      name: 'Versions each month',
      path: figureDocuments.version.path,
      rhythm: 'MONTHLY',
      nextAt: first,
      toldUntil: sql`null::timestamptz`,
    })
    for (const id of [weekly, monthly])
      await sql`insert into report_reader (report_id, user_id) values (${id}, ${readerId})`.execute(
        trx,
      )
    await addRuns(trx, { reportId: weekly, readerId })
  })
}

async function addReader(db: Db, { orgId }: FrozenPrincipal): Promise<string> {
  const { rows } = await sql<{ id: string }>`with role as (insert into role (code, name, type)
      values ('demo-reports', 'Reads reports', 'PLATFORM') returning id),
    seen as (insert into data_scope (role_id, kind) select id, 'ALL' from role),
    held as (insert into role_menu (role_id, menu_id)
      select role.id, menu.id from role cross join menu where menu.button_code = any(${rights}::text[])),
    reader as (insert into app_user (user_name, real_name, email, org_id, password_hash, language)
      values ('demo.reader', 'Amal Reader', 'amal.reader@example.org', ${orgId}, 'none', 'en') returning id),
    has as (insert into user_role (user_id, role_id) select reader.id, role.id from reader cross join role)
    select id from reader`.execute(db)
  return rows[0]?.id ?? ''
}

interface DemoReport {
  readonly name: string
  readonly path: string
  readonly rhythm: 'WEEKLY' | 'MONTHLY'
  readonly nextAt: ReturnType<typeof sql>
  readonly toldUntil: ReturnType<typeof sql>
}

async function addReport(db: Db, giver: FrozenPrincipal, report: DemoReport): Promise<string> {
  const wish = JSON.stringify({ format: 'pdf', timeZone: zone })
  const { rows } = await sql<{
    id: string
  }>`insert into report (name, path, wish, rhythm, weekday, month_day, clock, time_zone,
      org_id, next_at, told_until, created_at, created_by)
    values (${report.name}, ${report.path}, ${wish}::jsonb, ${report.rhythm}, 7, 1, '07:00', ${zone}, ${giver.orgId},
      ${report.nextAt}, ${report.toldUntil}, now() - interval '40 days', ${giver.userId}) returning id`.execute(
    db,
  )
  return rows[0]?.id ?? ''
}

/** Those that have come, and one that somebody asks for now. */
async function addRuns(
  db: Db,
  { reportId, readerId }: { readonly reportId: string; readonly readerId: string },
): Promise<void> {
  const came = sql`(report.next_at - make_interval(weeks => week))`
  await sql`insert into report_run (id, report_id, user_id, at, from_at, to_at, state)
    select ${idAt(came)}, report.id, ${readerId}, ${came}, ${came} - interval '7 days', ${came}, 'SENT'
    from report cross join generate_series(1, ${weeks}::integer) as week where report.id = ${reportId}`.execute(
    db,
  )
  await sql`insert into report_run (report_id, user_id, from_at, to_at)
    values (${reportId}, ${readerId}, now() - interval '7 days', now())`.execute(db)
}
