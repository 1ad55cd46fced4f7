import type { GivenScope, ShownScope } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { madeBy } from '../../../access/scope.ts'
import type { ScopePlace } from '../../../access/dataScope.ts'
import { type Home, type StoredScope, storedScope } from '../../../access/rights.ts'

/** Whose scope it is. */
export type ScopeOwner =
  | { readonly roleId: string }
  | { readonly userId: string }
  | { readonly clientId: string }

function ownedBy(owner: ScopeOwner): RawBuilder<boolean> {
  if ('roleId' in owner) return sql<boolean>`scope.role_id = ${owner.roleId}`
  if ('userId' in owner) return sql<boolean>`scope.user_id = ${owner.userId}`
  return sql<boolean>`scope.client_id = ${owner.clientId}`
}

/** A scope with the names of what it names; null where its owner has none. */
export async function readScope(ctx: Context, owner: ScopeOwner): Promise<ShownScope | null> {
  const { rows } = await sql<ShownScope>`select scope.kind,
      coalesce((select jsonb_agg(jsonb_build_object('orgId', place.id, 'name', place.name,
          'withBelow', chosen.with_below) order by place.name)
        from data_scope_organization chosen join organization place on place.id = chosen.org_id
        where chosen.scope_id = scope.id), '[]'::jsonb) as organizations,
      coalesce((select jsonb_agg(jsonb_build_object('id', vendor.id, 'name', vendor.name) order by vendor.name)
        from vendor where vendor.id = any(scope.vendor_ids)), '[]'::jsonb) as vendors,
      coalesce((select jsonb_agg(jsonb_build_object('id', model.id, 'name', model.name) order by model.name)
        from model where model.id = any(scope.model_ids)), '[]'::jsonb) as models
    from data_scope scope where ${ownedBy(owner)}`.execute(ctx.db)
  return rows[0] ?? null
}

/** Puts a scope in place of the one that its owner has. */
export async function saveScope(ctx: Context, owner: ScopeOwner, given: GivenScope): Promise<void> {
  const { kind, vendorIds, modelIds } = given
  await dropScope(ctx, owner)
  const { id: scopeId } = await ctx.db
    .insertInto('dataScope')
    .values({ ...owner, kind, vendorIds, modelIds })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (kind !== 'CUSTOM' || given.organizations.length === 0) return
  await ctx.db
    .insertInto('dataScopeOrganization')
    .values(given.organizations.map((place) => ({ ...place, scopeId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function dropScope(ctx: Context, owner: ScopeOwner): Promise<void> {
  await sql`delete from data_scope scope where ${ownedBy(owner)}`.execute(ctx.db)
}

/** The scopes of some roles, as they are kept. */
export async function scopesOfRoles(
  ctx: Context,
  roleIds: readonly string[],
): Promise<StoredScope[]> {
  const { rows } = await sql<{ stored: StoredScope }>`select ${storedScope} as stored
    from data_scope scope where scope.role_id = any(${[...roleIds]}::uuid[])`.execute(ctx.db)
  return rows.map(({ stored }) => stored)
}

/** The organisations that a given scope names; fewer when one is not there. */
export async function placesOf(ctx: Context, given: GivenScope): Promise<ScopePlace[]> {
  const withBelow = new Map(given.organizations.map((one) => [one.orgId, one.withBelow]))
  const { rows } = await sql<{ id: string; path: string }>`select id, path::text from organization
    where id = any(${[...withBelow.keys()]}::uuid[]) and deleted_at is null`.execute(ctx.db)
  return rows.map((row) => ({ ...row, withBelow: withBelow.get(row.id) ?? false }))
}

/** Whether all these vendors and models are there for the caller. */
export async function knowsMakes(
  ctx: Context,
  { vendorIds, modelIds }: Pick<GivenScope, 'vendorIds' | 'modelIds'>,
): Promise<boolean> {
  const vendors = madeBy({ vendor: 'id', model: null }).rows(ctx.principal)
  const models = madeBy({ vendor: 'vendorId', model: 'id' }).rows(ctx.principal)
  const { rows } = await sql<{ known: number }>`select
      (select count(*) from vendor where id = any(${vendorIds}::uuid[]) and ${vendors})
      + (select count(*) from model where id = any(${modelIds}::uuid[]) and ${models}) as known`.execute(
    ctx.db,
  )
  return rows[0]?.known === new Set(vendorIds).size + new Set(modelIds).size
}

/** An organisation as the home of whoever belongs to it; null where there is none. */
export async function homeOf(ctx: Context, orgId: string): Promise<Home | null> {
  const { rows } = await sql<{ orgPath: string }>`select path::text as org_path from organization
    where id = ${orgId}`.execute(ctx.db)
  return rows[0] ? { orgId, orgPath: rows[0].orgPath, vendorId: null } : null
}

/** The button codes that some roles give. */
export async function codesOfRoles(ctx: Context, roleIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select distinct menu.button_code as code
    from role_menu join menu on menu.id = role_menu.menu_id
    where role_menu.role_id = any(${[...roleIds]}::uuid[]) and menu.button_code is not null`.execute(
    ctx.db,
  )
  return rows.map(({ code }) => code)
}
