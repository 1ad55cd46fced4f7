import type { ImportRowState } from '@muster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import type { FoundColumn } from './headings.ts'
import type { RowEnd, RowFault } from './importer.ts'

type Db = Kysely<DB>

export type Phase = 'READ' | 'CHECK' | 'WRITE' | 'DONE'

export interface Run {
  readonly phase: Phase
  readonly format: string
  readonly columns: readonly FoundColumn[]
  readonly rows: number
  readonly added: number
  readonly changed: number
  readonly same: number
  readonly refused: number
}

/** A row as it was read. */
export interface StagedRow {
  readonly number: number
  /** Steps below other rows of the file; -1: it lies below itself. */
  readonly depth: number
  readonly key: string
  readonly parentKey: string | null
  readonly cells: Readonly<Record<string, string>>
}

/** The run of a task as it was left, or a new one. */
export async function openRun(
  db: Db,
  run: { readonly taskId: string; readonly path: string; readonly mode: string },
): Promise<Run> {
  await db
    .insertInto('importRun')
    .values(run)
    .onConflict((conflict) => conflict.column('taskId').doNothing())
    .execute()
  return readRun(db, run.taskId)
}

export async function readRun(db: Db, taskId: string): Promise<Run> {
  const { rows } = await sql<Run>`select phase, format, columns, rows, added, changed, same, refused
    from import_run where task_id = ${taskId}`.execute(db)
  const run = rows[0]
  if (!run) throw new Error('an import without its run')
  return run
}

export const setPhase = (db: Db, taskId: string, phase: Phase) =>
  db.updateTable('importRun').set({ phase }).where('taskId', '=', taskId).execute()

/** Forgets what a run has read, to read the file from its beginning. */
export async function emptyRun(db: Db, taskId: string): Promise<void> {
  await db.deleteFrom('importRow').where('taskId', '=', taskId).execute()
  await sql`update import_run set phase = 'READ', columns = '[]', ignored = '{}', rows = 0, added = 0,
      changed = 0, same = 0, refused = 0 where task_id = ${taskId}`.execute(db)
}

/** Lets the rows of a run that were refused or not reached have another try: how many there are. */
export async function reopenRun(db: Db, taskId: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`with again as (
      update import_row set state = 'READY', faults = '[]'
      where task_id = ${taskId} and state = 'REFUSED' returning 1)
    update import_run set phase = 'CHECK', refused = 0, added = 0, changed = 0, same = 0,
      rows = (select count(*) from again)
        + (select count(*) from import_row where task_id = ${taskId} and state = 'READY')
    where task_id = ${taskId} returning rows`.execute(db)
  return rows[0]?.rows ?? 0
}

export async function setFound(
  db: Db,
  taskId: string,
  found: { format: string; columns: readonly FoundColumn[]; ignored: readonly string[] },
): Promise<void> {
  await db
    .updateTable('importRun')
    .set({
      format: found.format,
      columns: JSON.stringify(found.columns),
      ignored: found.ignored.slice(0, 50).map((heading) => heading.slice(0, 128)),
    })
    .where('taskId', '=', taskId)
    .execute()
}

/** Keeps rows as they were read, and counts them. */
export async function stageRows(
  db: Db,
  taskId: string,
  rows: readonly Omit<StagedRow, 'depth'>[],
): Promise<void> {
  await sql`with read as (
      insert into import_row (task_id, number, key, parent_key, cells, depth)
      select ${taskId}, row.number, row.key, row."parentKey", row.cells,
        case when row."parentKey" is null then 0 else -1 end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row (number integer, key text, "parentKey" text, cells jsonb) returning 1)
    update import_run set rows = rows + (select count(*) from read) where task_id = ${taskId}`.execute(
    db,
  )
}

/** Deeper than any tree of ours; rows that lie below themselves are never reached. */
const deepest = 32

/** Counts how far each row lies below other rows of its file. */
export async function placeRows(db: Db, taskId: string): Promise<void> {
  await sql`with recursive placed as (
      select row.key, 0 as depth from import_row row where row.task_id = ${taskId}
        and not exists (select from import_row above where above.task_id = ${taskId}
          and above.key = row.parent_key)
      union
      select row.key, placed.depth + 1 from placed join import_row row
        on row.task_id = ${taskId} and row.parent_key = placed.key
      where placed.depth < ${deepest})
    update import_row row set depth = found.depth
    from (select key, max(depth) as depth from placed group by key) found
    where row.task_id = ${taskId} and row.key = found.key and row.parent_key is not null
      and found.depth < ${deepest}`.execute(db)
}

export interface Place {
  readonly depth: number
  readonly number: number
}

export const beforeAll: Place = { depth: -2, number: 0 }

/** How many rows are read at a time. */
export interface Portion {
  readonly limit: number
  /** Bytes of their cells, which the last of them may exceed; the default is for all but tests. */
  readonly bytes?: number
}

const mostBytes = 8 * 1024 * 1024

/** The last of some rows (`number`, `bytes`) that make a portion: the first is always one of it. */
const lastFitting = (rows: RawBuilder<unknown>, { limit, bytes = mostBytes }: Portion) => sql`(
  select max(number) from (select number, sum(bytes) over (order by number) - bytes as before
    from (${rows} limit ${limit}) as next) as sized where before < ${bytes})`

/** The next rows of one depth that have not ended; locked, so that nobody else writes them. */
export async function nextRows(
  db: Db,
  taskId: string,
  { after, ...portion }: Portion & { readonly after: Place },
): Promise<StagedRow[]> {
  const open = sql`task_id = ${taskId} and state = 'READY'
      and (depth, number) > (${after.depth}, ${after.number})`
  const next = sql`from import_row where ${open}
      and depth = (select depth from import_row where ${open} order by depth, number limit 1)`
  const sizes = sql`select number, pg_column_size(cells) as bytes ${next} order by depth, number`
  const { rows } = await sql<StagedRow>`select number, depth, key, parent_key, cells ${next}
      and number <= ${lastFitting(sizes, portion)}
    order by depth, number limit ${portion.limit} for update`.execute(db)
  return rows
}

/** The first row of a file under a key. */
export async function rowOfKey(db: Db, taskId: string, key: string): Promise<StagedRow | null> {
  const { rows } = await sql<StagedRow>`select number, depth, key, parent_key, cells from import_row
    where task_id = ${taskId} and key = ${key} and state <> 'REFUSED' order by number limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The first row of each of some keys that a file has more than once. */
export async function firstOfTwins(
  db: Db,
  taskId: string,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; first: number }>`
    select key, min(number) as first from import_row
    where task_id = ${taskId} and key = any(${[...keys]}::text[])
    group by key having count(*) > 1`.execute(db)
  return new Map(rows.map(({ key, first }) => [key, first]))
}

/**
 * Writes how rows ended, and counts them. What is said of a row is looked up by its number: of rows
 * that have just come in there are no statistics yet, and a join would go through all for each.
 */
export async function endRows(db: Db, taskId: string, ends: readonly RowEnd[]): Promise<void> {
  const said = ends.map(({ number, state, faults, told }) => [
    number,
    { state, faults: told === undefined ? faults : [{ field: null, message: told }] },
  ])
  const numbers = ends.map(({ number }) => number)
  await sql`with said as materialized (
      select ${JSON.stringify(Object.fromEntries(said))}::jsonb as of_row),
    ended as (
      update import_row set state = said.of_row -> number::text ->> 'state',
        faults = said.of_row -> number::text -> 'faults'
      from said
      where task_id = ${taskId} and number = any(${numbers}::integer[])
        and import_row.state = 'READY'
      returning import_row.state)
    update import_run set
      added = added + (select count(*) from ended where state = 'ADDED'),
      changed = changed + (select count(*) from ended where state = 'CHANGED'),
      same = same + (select count(*) from ended where state = 'SAME'),
      refused = refused + (select count(*) from ended where state = 'REFUSED')
    where task_id = ${taskId}`.execute(db)
}

/** Keeps which records a batch has added: they can be taken back. */
export async function keepAdded(db: Db, taskId: string, ends: readonly RowEnd[]): Promise<void> {
  const added = ends.flatMap(({ number, state, id }) =>
    state === 'ADDED' && id !== undefined ? [{ number, id }] : [],
  )
  await sql`insert into import_added (task_id, id, key)
    select ${taskId}, added.id, row.key
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as added (number integer, id uuid)
      join import_row row on row.task_id = ${taskId} and row.number = added.number
    on conflict do nothing`.execute(db)
}

export interface EndedRow {
  readonly number: number
  readonly cells: Readonly<Record<string, string>>
  readonly state: ImportRowState
  readonly faults: readonly RowFault[]
}

/** Rows of a file in its order, some at a time. */
export async function readEnded(
  db: Db,
  taskId: string,
  { after, ...portion }: Portion & { readonly after: number },
): Promise<EndedRow[]> {
  const next = sql`select number, pg_column_size(cells) as bytes from import_row
    where task_id = ${taskId} and number > ${after} order by number`
  const { rows } = await sql<EndedRow>`select number, cells, state, faults from import_row
    where task_id = ${taskId} and number > ${after} and number <= ${lastFitting(next, portion)}
    order by number limit ${portion.limit}`.execute(db)
  return rows
}

/** The first rows that were refused. */
export async function readRefused(db: Db, taskId: string, limit: number): Promise<EndedRow[]> {
  const { rows } = await sql<EndedRow>`select number, cells, state, faults from import_row
    where task_id = ${taskId} and state = 'REFUSED' order by number limit ${limit}`.execute(db)
  return rows
}

/**
 * Hands the refused rows over to the task's own list of faults. They and what was not reached are kept
 * for another try, the others forgotten.
 */
export async function closeRun(
  db: Db,
  taskId: string,
  labels: Readonly<Record<string, string>>,
): Promise<void> {
  await db.deleteFrom('asyncTaskItem').where('taskId', '=', taskId).execute()
  await sql`insert into async_task_item (task_id, number, key, message)
    select task_id, number, key,
      (select string_agg(concat(coalesce(${JSON.stringify(labels)}::jsonb ->> (fault->>'field'),
        substr(fault->>'field', 2)) || ': ', fault->>'message'), '; ') from jsonb_array_elements(faults) fault)
    from import_row where task_id = ${taskId} and state = 'REFUSED' and faults <> '[]'`.execute(db)
  await sql`delete from import_row where task_id = ${taskId} and state not in ('REFUSED', 'READY')`.execute(
    db,
  )
  await setPhase(db, taskId, 'DONE')
}
