import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { tellInForce } from '../functional/functionalBin.ts'
import { dropParams } from './ownParams.queries.ts'

interface Profile {
  readonly id: string
}

const told = (ctx: Context, rows: readonly Profile[]) =>
  tellInForce(
    ctx,
    rows.map(({ id }) => id),
  )

/** Profiles of terminals themselves, to the recycle bin. */
async function dropProfiles(ctx: Context, deviceIds: readonly string[]): Promise<void> {
  const { rows } = await sql<Profile>`with own as materialized (select id from functional
      where device_id = any(${[...deviceIds]}::uuid[]) and deleted_at is null order by id for update)
    update functional set deleted_at = now(), deleted_by = ${ctx.principal.userId}, version = version + 1
    from own where functional.id = own.id returning functional.id`.execute(ctx.db)
  told(ctx, rows)
}

/**
 * Profiles of terminals themselves are of the organisation that they were made in: those of the one
 * that is left go along, unless the new one or one above it has its own.
 */
export async function takeProfilesAlong(
  ctx: Context,
  deviceIds: readonly string[],
  orgId: string,
): Promise<void> {
  const { rows } = await sql<Profile>`with own as materialized (
      select functional.id, functional.device_id, functional.org_id from functional
      where device_id = any(${[...deviceIds]}::uuid[]) and deleted_at is null order by id for update),
    above as (select place.id from organization place join organization target
      on place.path @> target.path where target.id = ${orgId}),
    last as (select distinct on (own.device_id) own.id from own
      join organization place on place.id = own.org_id
      where not exists (select from own held join above on above.id = held.org_id
        where held.device_id = own.device_id)
      order by own.device_id, nlevel(place.path) desc)
    update functional set org_id = ${orgId}, version = version + 1, updated_at = now(),
      updated_by = ${ctx.principal.userId}
    from last where functional.id = last.id returning functional.id`.execute(ctx.db)
  told(ctx, rows)
}

/** Takes from terminals what people gave them in tables of its own: labels, groups, profiles, parameters. */
export async function dropOwnRows(ctx: Context, deviceIds: readonly string[]): Promise<void> {
  const ids = [...deviceIds]
  await sql`with held as materialized (select id from device_group where type = 'STATIC' and id in (
        select group_id from device_group_member where device_id = any(${ids}::uuid[]))
      order by id for key share)
    delete from device_group_member member using held
      where member.group_id = held.id and member.device_id = any(${ids}::uuid[])`.execute(ctx.db)
  await sql`with held as materialized (select id from classification where id in (
        select classification_id from device_classification
        where device_id = any(${ids}::uuid[]) and not by_rule)
      order by id for key share)
    delete from device_classification bound using held
      where bound.classification_id = held.id and bound.device_id = any(${ids}::uuid[])
        and not bound.by_rule`.execute(ctx.db)
  await dropProfiles(ctx, ids)
  await dropParams(ctx, ids)
}

/** A terminal's own profile goes to the one that takes its place, whose own goes. */
export async function handProfiles(
  ctx: Context,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await dropProfiles(ctx, [to])
  const { rows } =
    await sql<Profile>`update functional set device_id = ${to}, version = version + 1,
      updated_at = now(), updated_by = ${ctx.principal.userId}
    where device_id = ${from} and deleted_at is null returning id`.execute(ctx.db)
  told(ctx, rows)
}
