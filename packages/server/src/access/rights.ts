import { type Kysely, sql } from 'kysely'
import type { DB } from '../platform/schema.ts'
import { type DataScope, type ScopePlace, type ScopeRule, scopeOf } from './dataScope.ts'

/** A data scope as it is kept: in relation to whoever it is given to. */
export interface StoredScope {
  readonly kind: string
  readonly places: readonly ScopePlace[]
  readonly vendorIds: readonly string[]
  readonly modelIds: readonly string[]
}

/** Where somebody belongs; what is "own" is measured from here. */
export interface Home {
  readonly orgId: string
  readonly orgPath: string
  /** The vendor whose staff he is. */
  readonly vendorId: string | null
}

/** What a kept scope means for somebody at home here. */
export function ruleOf({ kind, places, vendorIds, modelIds }: StoredScope, home: Home): ScopeRule {
  const own = { id: home.orgId, path: home.orgPath, withBelow: kind === 'OWN_ORG_AND_BELOW' }
  const isOwnPlace = kind === 'OWN_ORG' || kind === 'OWN_ORG_AND_BELOW'
  return {
    isEverywhere: kind === 'ALL',
    places: isOwnPlace ? [own] : kind === 'CUSTOM' ? places : [],
    isOwn: kind === 'SELF',
    vendorIds: cutTo(home.vendorId, vendorIds),
    modelIds,
  }
}

/** A vendor's staff see what is his, whatever their roles say; another vendor's things they never see. */
function cutTo(vendorId: string | null, vendorIds: readonly string[]): readonly string[] {
  if (vendorId === null) return vendorIds
  return vendorIds.length === 0 || vendorIds.includes(vendorId) ? [vendorId] : [nobodys]
}

/** The id of no vendor. */
const nobodys = '00000000-0000-0000-0000-000000000000'

/** What somebody may do and whose records he sees. */
export interface Rights {
  readonly roleIds: readonly string[]
  readonly permissions: ReadonlySet<string>
  readonly scope: DataScope
  /** The fewest idle minutes that his organisation or one above it allows; null: none says anything. */
  readonly idleMinutes: number | null
}

/** The rights of a user; who is an administrator may do and see everything besides. */
export interface UserRights extends Rights {
  readonly isSuperAdmin: boolean
}

interface RightsRow extends Home {
  readonly id: string
  readonly isSuperAdmin: boolean
  readonly roleIds: string[]
  readonly codes: string[]
  readonly scopes: StoredScope[]
  readonly override: StoredScope | null
  readonly idleMinutes: number | null
}

/** A row of `data_scope`, named `scope`, as {@link StoredScope}. */
export const storedScope = sql`jsonb_build_object('kind', scope.kind,
  'vendorIds', scope.vendor_ids, 'modelIds', scope.model_ids,
  'places', coalesce((select jsonb_agg(jsonb_build_object('id', place.id, 'path', place.path::text,
      'withBelow', chosen.with_below) order by place.name)
    from data_scope_organization chosen join organization place on place.id = chosen.org_id
    where chosen.scope_id = scope.id), '[]'::jsonb))`

/** The rights of users as they stand in the database now, by their ids. */
export async function readRights(
  db: Kysely<DB>,
  userIds: readonly string[],
): Promise<Map<string, UserRights>> {
  const { rows } = await sql<RightsRow>`
    with held as (select user_role.user_id, role.id as role_id from user_role
      join role on role.id = user_role.role_id
      where user_role.user_id = any(${[...userIds]}::uuid[]) and role.status = 1 and role.deleted_at is null)
    select account.id, account.org_id, home.path::text as org_path, account.vendor_id, account.is_super_admin,
      array(select held.role_id::text from held where held.user_id = account.id order by 1) as role_ids,
      array(select distinct menu.button_code from held
        join role_menu on role_menu.role_id = held.role_id join menu on menu.id = role_menu.menu_id
        where held.user_id = account.id and menu.button_code is not null and menu.status = 1) as codes,
      array(select ${storedScope} from held join data_scope scope on scope.role_id = held.role_id
        where held.user_id = account.id) as scopes,
      (select ${storedScope} from data_scope scope where scope.user_id = account.id) as override,
      (select min((custom.policy->>'idleMinutes')::int) from customize custom
        join organization above on above.id = custom.org_id
        where above.path @> home.path and custom.status = 1 and custom.deleted_at is null) as idle_minutes
    from app_user account join organization home on home.id = account.org_id
    where account.id = any(${[...userIds]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, rightsFrom(row)]))
}

function rightsFrom(row: RightsRow): UserRights {
  const { roleIds, codes, scopes, override, isSuperAdmin, idleMinutes } = row
  const rules = (override ? [override] : scopes).map((stored) => ruleOf(stored, row))
  const scope = isSuperAdmin ? { all: true, rules: [] } : scopeOf(rules)
  return { roleIds, permissions: new Set(codes), scope, isSuperAdmin, idleMinutes }
}

/** The rights of API clients as they stand in the database now, by their ids. */
export async function readClientRights(
  db: Kysely<DB>,
  clientIds: readonly string[],
): Promise<Map<string, Rights>> {
  const { rows } = await sql<Omit<RightsRow, 'isSuperAdmin' | 'roleIds' | 'override'>>`
    select client.id, client.org_id, home.path::text as org_path, null::uuid as vendor_id,
      array(select menu.button_code from api_client_menu given join menu on menu.id = given.menu_id
        where given.client_id = client.id and menu.button_code is not null
          and menu.status = 1) as codes,
      array(select ${storedScope} from data_scope scope where scope.client_id = client.id) as scopes
    from api_client client join organization home on home.id = client.org_id
    where client.id = any(${[...clientIds]}::uuid[])`.execute(db)
  const noUser = { roleIds: [], override: null, isSuperAdmin: false }
  return new Map(rows.map((row) => [row.id, rightsFrom({ ...row, ...noUser })]))
}
