import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { type Database, openDatabase, openPool } from '../../../platform/db.ts'
import type { DB } from '../../../platform/schema.ts'

/**
 * What a practice writes: tables of the same names and shapes, seen by its session alone. What they look
 * up besides (organisations, groups, versions, parameters) is the real thing, which it can only read.
 */
const tables = [
  'alarm_signal',
  'command_pace',
  'command_result',
  'device',
  'device_lock',
  'device_mismatch',
  'device_online',
  'device_payment',
  'device_snapshot',
  'device_state',
  'notice',
  'plan',
  'plan_check',
  'plan_claim',
  'plan_curve',
  'plan_push',
  'plan_target',
  'plan_wave',
  'push',
  'push_code',
  'push_grown',
  'push_item',
  'push_look',
  'push_next',
  'push_pace',
  'push_report',
  'push_tally',
  'push_work',
]

/** Of what follows an item, what the engine goes by; no figure, log, alarm or webhook hears of it. */
const followers = [
  'push_tally_added',
  'push_tally_removed',
  'push_tally_changed',
  'note_push_ends',
  'judge_plan_waves',
]

export interface Shadow {
  readonly pool: pg.Pool
  readonly db: Database
  readonly setClock: (at: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens a session with empty tables of its own, which may still read and write as any. */
export async function openShadow(directUrl: string): Promise<Shadow> {
  const pool = openPool(directUrl, 1)
  // One session, for as long as the practice takes: its tables go with it.
  pool.options.idleTimeoutMillis = 0
  const db = openDatabase(pool)
  await db.transaction().execute(makeTables)
  // Another session would have neither its tables nor its clock: what is real would be in their place.
  pool.options.verify = (_, done) => done(new Error('the session of a practice is lost'))
  return {
    pool,
    db,
    async setClock(at) {
      await sql`select set_config('muster.practice_now', ${new Date(at).toISOString()}, false)`.execute(
        db,
      )
    },
    close: () => pool.end(),
  }
}

async function makeTables(db: Kysely<DB>): Promise<void> {
  for (const name of tables)
    await sql`create temporary table ${sql.table(name)} (like ${sql.table(`public.${name}`)}
      including defaults including constraints including indexes)`.execute(db)
  await sql`create temporary sequence push_number`.execute(db)
  const { rows } = await sql<{ text: string }>`select pg_get_triggerdef(oid) as text from pg_trigger
    where not tgisinternal and tgparentid = 0 and tgrelid = 'public.push_item'::regclass
      and tgfoid = any(${followers}::regproc[])`.execute(db)
  for (const { text } of rows)
    await sql.raw(text.replace(' ON public.push_item ', ' ON pg_temp.push_item ')).execute(db)
  await followClock(db)
}

/** Defaults that name the time name that of the practice. */
async function followClock(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{
    text: string
  }>`select format('alter table %s alter column %I set default %s',
      adrelid::regclass, attname, replace(pg_get_expr(adbin, adrelid), 'now()', 'public.now()')) as text
    from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
      join pg_class on pg_class.oid = adrelid
    where relnamespace = pg_my_temp_schema() and pg_get_expr(adbin, adrelid) like '%now()%'`.execute(
    db,
  )
  for (const { text } of rows) await sql.raw(text).execute(db)
}

/**
 * From now on the session is in the practice: its own tables come first, the time is what its clock says,
 * and the database refuses it any change of what is real.
 */
export async function enterPractice({ db }: Shadow): Promise<void> {
  await sql`set search_path = pg_temp, public, pg_catalog`.execute(db)
  await sql`set default_transaction_read_only = on`.execute(db)
}
