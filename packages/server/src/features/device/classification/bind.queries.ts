import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

interface Label {
  readonly id: string
  readonly dimension: string
  readonly exclusive: boolean
}

interface Given extends Label {
  readonly keepsOthers?: boolean
}

/**
 * Gives a label to terminals by hand, and answers which got it; an exclusive one takes the place of any
 * other of its dimension, or passes over who has one.
 */
export async function bindLabel(
  ctx: Context,
  { id, dimension, exclusive, keepsOthers = false }: Given,
  ids: readonly string[],
): Promise<string[]> {
  const place = exclusive ? dimension : null
  if (exclusive && !keepsOthers)
    await sql`delete from device_classification where device_id = any(${[...ids]}::uuid[])
      and exclusive_in = ${dimension} and classification_id <> ${id}`.execute(ctx.db)
  const { rows } = await sql<{ deviceId: string }>`insert into device_classification
      (classification_id, device_id, by_rule, exclusive_in)
    select ${id}::uuid, device_id, false, ${place}::text from unnest(${[...ids]}::uuid[]) as device_id
    order by 2 on conflict do nothing returning device_id`.execute(ctx.db)
  return rows.map(({ deviceId }) => deviceId)
}

/** Takes a label away from terminals; answers which had it. */
export async function unbindLabel(
  ctx: Context,
  id: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ deviceId: string }>`delete from device_classification
    where classification_id = ${id} and device_id = any(${[...ids]}::uuid[])
    returning device_id`.execute(ctx.db)
  return rows.map(({ deviceId }) => deviceId)
}

/** Terminals that have a label and another exclusive one of a dimension. */
export async function countRivals(ctx: Context, id: string, dimension: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from device_classification own join device_classification other on other.device_id = own.device_id
    where own.classification_id = ${id} and other.exclusive_in = ${dimension}
      and other.classification_id <> ${id}`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** Whether a label excludes others from now on; terminals that have it carry that. */
export async function setExclusive(
  ctx: Context,
  id: string,
  dimension: string | null,
): Promise<void> {
  await sql`update device_classification set exclusive_in = ${dimension}
    where classification_id = ${id}`.execute(ctx.db)
}

/** Whether those who have a label have it by its rule, or by hand. */
export async function setByRule(ctx: Context, id: string, byRule: boolean): Promise<void> {
  await sql`update device_classification set by_rule = ${byRule}
    where classification_id = ${id} and by_rule <> ${byRule}`.execute(ctx.db)
}

/** A label that goes to the recycle bin keeps no other one away. */
export async function release(ctx: Context, ids: readonly string[]): Promise<void> {
  await sql`delete from device_classification
    where classification_id = any(${[...ids]}::uuid[]) and by_rule`.execute(ctx.db)
  await sql`update device_classification set exclusive_in = null
    where classification_id = any(${[...ids]}::uuid[]) and exclusive_in is not null`.execute(ctx.db)
}

/** One that comes back is taken from terminals that have another exclusive one by now. */
export async function restore(ctx: Context, ids: readonly string[]): Promise<void> {
  await sql`delete from device_classification bound using classification label
    where bound.classification_id = any(${[...ids]}::uuid[]) and label.id = bound.classification_id
      and label.exclusive and exists (select from device_classification other
        where other.device_id = bound.device_id and other.exclusive_in = label.dimension)`.execute(
    ctx.db,
  )
  // Two that come back at once: the first by its id stays.
  await sql`with ranked as (select bound.classification_id, bound.device_id, label.dimension,
      row_number() over (partition by bound.device_id, label.dimension order by bound.classification_id) as place
    from device_classification bound join classification label on label.id = bound.classification_id
    where label.id = any(${[...ids]}::uuid[]) and label.exclusive),
  gone as (delete from device_classification bound using ranked where ranked.place > 1
    and bound.classification_id = ranked.classification_id and bound.device_id = ranked.device_id)
  update device_classification bound set exclusive_in = ranked.dimension from ranked
  where ranked.place = 1 and bound.classification_id = ranked.classification_id
    and bound.device_id = ranked.device_id`.execute(ctx.db)
}
