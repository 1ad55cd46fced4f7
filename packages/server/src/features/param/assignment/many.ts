import { randomUUID } from 'node:crypto'
import { codes, shippedParameters } from '@muster/contract'
import { sql } from 'kysely'
import { idsOfPerson, isOnePerson } from '../../../access/person.ts'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { approvalSize } from '../../device/index.ts'
import { parameter } from '../../system/parameter/index.ts'
import { countTargets, type Placed } from './target.ts'

/** For how many terminals an assignment or a document is. */
export async function countOf(ctx: Context, row: Placed): Promise<number> {
  return (await countTargets(ctx, [row])).get(row.id) ?? 0
}

/** For how many terminals those of some assignments are together that are not in force as they stand, counted no further than it matters. */
async function countTogether(ctx: Context, ids: readonly string[]): Promise<number> {
  const from = await approvalSize(ctx.db)
  if (from === Infinity) return 0
  let count = 0
  for (let at = 0; at < ids.length && count < from; at += portion) {
    const rows = await ctx.db
      .selectFrom('paramAssignment as own')
      .innerJoin('paramAssignmentRow as row', 'row.id', 'own.id')
      .select(['own.id', 'own.level', 'own.orgId', 'own.stationId', 'own.groupId', 'own.deviceId'])
      .where('own.id', 'in', ids.slice(at, at + portion))
      .where((eb) =>
        eb.or([
          eb('row.isChanged', '=', true),
          eb('own.state', '<>', 'ACTIVE'),
          eb('own.status', '=', 0),
        ]),
      )
      // Of these somebody else decides just now.
      .where((eb) =>
        eb.or([
          eb('own.askedBy', 'is', null),
          eb('own.askedBy', '=', sql<string>`any(${idsOfPerson(ctx.principal)})`),
        ]),
      )
      .execute()
    const counts = await countTargets(ctx, rows)
    for (const one of counts.values()) count += one
  }
  return count
}

const portion = 1000

const together = new WeakMap<readonly string[], boolean>()

/** Whether some assignments are so many together; told once of a list, by which a batch asks for each of its parts. */
export async function areManyTogether(ctx: Context, ids: readonly string[]): Promise<boolean> {
  const known = together.get(ids)
  if (known !== undefined) return known
  const areMany = await isManyByNow(ctx, await countTogether(ctx, ids), ids)
  together.set(ids, areMany)
  return areMany
}

/**
 * Terminals of what the caller has put in force, or taken out of it, alone a short while ago, parameters and documents,
 * each once; but for some of them, and for what the same background task has written before.
 */
async function countLately(ctx: Context, but: readonly string[]): Promise<number> {
  const { db, principal, now } = ctx
  const minutes = await parameter(db, 'param.approval.minutes')
  if (minutes === 0) return 0
  const since = new Date(now().getTime() - minutes * 60_000)
  const taskId = ctx.taskId ?? null
  const own = idsOfPerson(principal)
  const { rows } = await sql<{
    count: number
  }>`select coalesce(sum(count), 0)::integer as count from (
    select max(count) as count from (
      select assignment_id as id, device_count as count from param_assignment_rev
        where published_by = any(${own}) and approved_by is null and published_at > ${since}
          and (${taskId}::uuid is null or task_id is distinct from ${taskId}::uuid)
      union all select document_id, device_count from json_document_rev
        where published_by = any(${own}) and approved_by is null and published_at > ${since}
      union all select ref_id, count from param_alone where person = any(${own}) and at > ${since}
    ) told where id <> all(${[...but]}::uuid[]) group by id) as each_once`.execute(db)
  return rows[0]?.count ?? 0
}

type Table = 'paramAssignment' | 'jsonDocument'

/**
 * Keeps that the caller has alone changed for so many terminals what holds for them, for as long as it may count:
 * also when the record itself is gone by then.
 */
export async function noteAlone(
  { db, principal, now }: Context,
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  const told = [...counts].map(([id, count]) => ({ id, count }))
  const { max } = shippedParameters['param.approval.minutes']
  const longest = new Date(now().getTime() - max * 60_000)
  await sql`delete from param_alone where person = ${principal.userId}::uuid and at < ${longest}`.execute(
    db,
  )
  await sql`insert into param_alone as known (person, ref_id, at, count)
    select ${principal.userId}::uuid, told.id, ${now()}, told.count
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (id uuid, count integer)
    on conflict (person, ref_id) do update set at = excluded.at, count = excluded.count`.execute(db)
}

/**
 * Whether a second person has to agree to what is for so many terminals, alone or with what the caller has put in
 * force alone in the last while: nobody passes by him in small steps. `ids` are the assignments that it is about.
 */
export const isManyByNow = async (
  ctx: Context,
  count: number,
  ids: readonly string[],
): Promise<boolean> => count >= (await manyFrom(ctx, ids))

/** From how many terminals on a second person has to agree, less those of what the caller has done alone in the last while. */
export async function manyFrom(ctx: Context, but: readonly string[]): Promise<number> {
  const from = await approvalSize(ctx.db)
  return from === Infinity ? from : Math.max(1, from - (await countLately(ctx, but)))
}

/**
 * Calls of one person that put something in force, or take it out of it, wait for each other from here on: side by
 * side none of them would know of the others. It is called before the first record is locked, so that none of them
 * waits for a record that another one holds.
 */
export async function takeTurn({ db, principal }: Context): Promise<void> {
  if ((await approvalSize(db)) === Infinity) return
  await sql`select pg_advisory_xact_lock(hashtextextended('alone ' || id, 0)) from (
    select id::text from unnest(${idsOfPerson(principal)}) as own (id) order by id) own`.execute(db)
}

interface Held extends Placed {
  readonly revision: number | null
  readonly status: number
}

/**
 * What is in force, parameters or documents, for so many terminals that a second person has to agree: together with
 * what is changed with it, which is the whole of a batch that is done in parts, and with what the caller has done
 * alone in the last while. Where it is not, it is kept that he did so; he has taken his turn.
 */
async function oneForMany<T extends Held>(
  ctx: Context,
  table: Table,
  rows: readonly T[],
): Promise<ForMany<T> | undefined> {
  const { among } = ctx
  const held = rows.filter(({ revision }) => revision !== null)
  const [first] = held
  if (!first) return undefined
  const from = await approvalSize(ctx.db)
  if (from === Infinity) return undefined
  // A batch that is too many is halved down to each record: it is not counted again for each.
  const isKnown = among !== undefined && tooMany.has(among)
  const counts = await countTargets(ctx, isKnown ? [first] : held)
  if (!isKnown) {
    const count = sumOf(counts) + (await countOfRest(ctx, table, rows))
    if (!(await isManyByNow(ctx, count, among ?? held.map(({ id }) => id)))) {
      await noteAlone(ctx, counts)
      return undefined
    }
    if (among) tooMany.add(among)
  }
  const countOfHeld = ({ id }: T) => counts.get(id) ?? 0
  const [most = first] = held.toSorted((one, other) => countOfHeld(other) - countOfHeld(one))
  return { row: most, isAlone: countOfHeld(most) >= from }
}

/** What a record by itself is kept from. */
const aloneTexts = {
  paramAssignment: 'param.needsSecond',
  jsonDocument: 'json.needsSecond',
} as const

/** What holds for so many terminals that a second person has to agree is put in force and withdrawn, and not changed beside that. */
export async function requireFew(
  ctx: Context,
  table: Table,
  rows: readonly (Held & { readonly name: string })[],
): Promise<void> {
  const held = await oneForMany(ctx, table, rows)
  if (!held) return
  const { row, isAlone } = held
  const why = isAlone ? aloneTexts[table] : 'param.manyTogether'
  throw new Refusal(codes.warning, why, { params: { name: row.name } })
}

interface ForMany<T> {
  readonly row: T
  /** By itself, and not only together with what else the caller does and has done. */
  readonly isAlone: boolean
}

/** Batches that are found to be too many together. */
const tooMany = new WeakSet<readonly string[]>()

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, one) => sum + one, 0)

/** Terminals of what is in force among the rest of a batch, and is not yet what those are by now. */
async function countOfRest(ctx: Context, table: Table, rows: readonly Held[]): Promise<number> {
  const { among = [], db } = ctx
  const [first] = rows
  const from = await approvalSize(db)
  let count = 0
  if (!first || from === Infinity) return count
  for (let at = 0; at < among.length && count < from; at += portion) {
    const { rows: rest } = await sql<Placed>`select own.id, own.level, own.org_id, own.group_id,
        ${sql.ref(table === 'jsonDocument' ? 'own.modelId' : 'own.stationId')}
      from ${sql.table(table)} own where own.id = any(${among.slice(at, at + portion)}::uuid[])
        and own.id <> all(${rows.map(({ id }) => id)}::uuid[]) and own.revision is not null and own.deleted_at is null
        and own.status <> ${first.status}`.execute(db)
    count += sumOf(await countTargets(ctx, rest))
  }
  return count
}

interface Asked extends Placed {
  readonly state: string
  readonly askedBy: string | null
  readonly askedFor: string | null
}

const numbers = new WeakMap<readonly string[], string>()

/** Under what all is kept that is asked for with some assignments: a task in the background asks for one thing. */
export function numberOf({ taskId }: Context, ids: readonly string[]): string {
  const number = taskId ?? numbers.get(ids) ?? randomUUID()
  numbers.set(ids, number)
  return number
}

/** With what an assignment was asked for; null: by itself. */
async function askedWith({ db }: Context, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('paramAssignment')
    .select('askedAmong')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.askedAmong ?? null
}

/**
 * For how many terminals all is together that the caller has asked for at once and nobody has decided about, but for
 * what is for so many by itself; counted no further than it matters.
 */
async function countAsked(ctx: Context, among: string): Promise<number> {
  const from = await approvalSize(ctx.db)
  if (from === Infinity) return 0
  let count = 0
  let after: string | undefined = noneBefore
  while (after !== undefined && count < from) {
    const rows = await ctx.db
      .selectFrom('paramAssignment')
      .select(['id', 'level', 'orgId', 'stationId', 'groupId', 'deviceId'])
      .where('state', '=', 'PENDING_APPROVAL')
      .where('askedFor', '=', 'ACTIVATE')
      .where('askedAmong', '=', among)
      .where('deletedAt', 'is', null)
      .where('askedBy', '=', sql<string>`any(${idsOfPerson(ctx.principal)})`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(portion)
      .execute()
    const counts = await countTargets(ctx, rows)
    for (const one of counts.values()) if (one < from) count += one
    after = rows.length < portion ? undefined : rows.at(-1)?.id
  }
  return count
}

const noneBefore = '00000000-0000-0000-0000-000000000000'

/**
 * Whether what waits for a second person was asked for by the caller together with others, being for too
 * few by itself that he would have to ask again: it waits whatever he does, until what he has asked for with it and
 * what he has put in force alone in the last while are few together.
 */
export async function isAskedAmongMany(ctx: Context, row: Asked): Promise<boolean> {
  if (!(await isOwnAsking(ctx, row))) return false
  const among = await askedWith(ctx, row.id)
  if (among === null || (await isManyByNow(ctx, await countOf(ctx, row), [row.id]))) return false
  return isManyByNow(ctx, await countAsked(ctx, among), [])
}

/** Whether nobody but the caller waits for a second person, where none is needed any more. */
export async function isFreeByNow(ctx: Context, row: Asked): Promise<boolean> {
  if (!(await isOwnAsking(ctx, row))) return false
  const among = await askedWith(ctx, row.id)
  return among === null
    ? !(await isManyByNow(ctx, await countOf(ctx, row), [row.id]))
    : !(await isManyByNow(ctx, await countAsked(ctx, among), []))
}

const isOwnAsking = async (ctx: Context, { state, askedBy, askedFor }: Asked) =>
  state === 'PENDING_APPROVAL' && askedFor === 'ACTIVATE' && (await isOnePerson(ctx, [askedBy]))
