import { sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { parameter } from '../../system/parameter/index.ts'
import { sliceSize } from './expand.queries.ts'

type Store = Pick<Platform, 'db' | 'log'>

/**
 * Drops the months of items and reports that have served their time, then their pushes. A month in
 * which something is still under way stays, and all of it.
 */
export async function forgetPushes({ db, log }: Store): Promise<void> {
  const months = await parameter(db, 'push.keepMonths')
  const { rows } = await sql<{ month: string }>`select month::text from months_before('push_item',
    now() - make_interval(months => ${months})) as month order by 1`.execute(db)
  for (const { month } of rows) {
    if (await isUnderWay(db, month)) continue
    await dropMonth(db, month)
    log.info({ month }, 'a month of pushes has served its time')
  }
  await forgetBefore(db, months)
  await forgetRows(db, months)
}

async function isUnderWay(db: Store['db'], month: string): Promise<boolean> {
  const { rows } =
    await sql`select from ${sql.table(month)} where ended_at is null limit 1`.execute(db)
  return rows.length > 0
}

/** Reports go first: they name their items. Nobody waits for the parting. */
async function dropMonth(db: Store['db'], month: string): Promise<void> {
  await sql`drop table if exists ${sql.table(month.replace('push_item', 'push_report'))}`.execute(
    db,
  )
  // Where it was interrupted it goes on.
  const { rows } = await sql`select from pg_inherits
    where inhrelid = ${month}::regclass and inhdetachpending`.execute(db)
  const way = rows.length > 0 ? sql`finalize` : sql`concurrently`
  await sql`alter table push_item detach partition ${sql.table(month)} ${way}`.execute(db)
  await sql`drop table ${sql.table(month)}`.execute(db)
}

const since = (months: number) =>
  sql`uuid7_from(date_trunc('month', now() - make_interval(months => ${months}), 'UTC'))`

/** What is older than the oldest month lies together, and is little. */
async function forgetBefore(db: Store['db'], months: number): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete from push_item where id in (
      select id from push_item_before where id < ${since(months)} and ended_at is not null
      order by id limit ${sliceSize})`.execute(db)
    if (numAffectedRows < sliceSize) return
  }
}

/** Pushes without an item, and the figures that were kept of them. */
async function forgetRows(db: Store['db'], months: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ count: number }>`with gone as (delete from push where id in (
        select push.id from push where push.id < ${since(months)} and push.ended_at is not null
          and not exists (select from push_item item where item.push_id = push.id)
        order by push.id limit ${sliceSize}) returning id),
      figures as (delete from push_tally where push_id in (select id from gone)),
      paces as (delete from push_pace where push_id in (select id from gone)),
      codes as (delete from push_code where push_id in (select id from gone))
      select count(*)::integer as count from gone`.execute(db)
    if ((rows[0]?.count ?? 0) < sliceSize) return
  }
}
