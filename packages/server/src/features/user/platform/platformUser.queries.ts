import {
  codes,
  columnsOf,
  type ParsedOf,
  type PlatformUser,
  platformUsers,
  type PlatformUserState,
  platformUsersPath,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { anyContains, type Condition, equals, type Page, pageRows } from '../../../kit/page.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import type { Scope } from '../../../access/scope.ts'
import { type Move, stateAfter } from './platformUser.rules.ts'

/** They belong to no organisation: only who sees the whole platform sees them. */
export const platformScope: Scope = {
  name: 'platform',
  rows: ({ scope }) => sql<SqlBool>`${scope.all}`,
  orgColumn: null,
}

const source = {
  view: 'platformUserRow',
  order: ['email'],
  sortable: columnsOf(platformUsers.page),
}

type Query = ParsedOf<typeof platformUsers.page>['query']

/** Those who asked for an account, the latest first unless told otherwise. */
export async function platformUserPage(ctx: Context, query: Query): Promise<Page<PlatformUser>> {
  const conditions = [platformScope.rows(ctx.principal), ...conditionsOf(query)]
  const { sortField = 'createdAt', sortOrder = query.sortField ? 'asc' : 'desc' } = query
  return pageRows(ctx, { ...source, conditions }, { ...query, sortField, sortOrder })
}

function conditionsOf({ kind, state, country, from, to, keyword }: Query): Condition[] {
  const conditions: Condition[] = []
  if (kind) conditions.push(equals('kind', kind))
  if (state) conditions.push(equals('state', state))
  if (country) conditions.push(equals('country', country.toUpperCase()))
  if (from) conditions.push(sql<SqlBool>`created_at >= ${from}`)
  if (to) conditions.push(sql<SqlBool>`created_at < ${to}`)
  if (keyword?.trim())
    conditions.push(anyContains(['email', 'realName', 'company', 'userName'], keyword.trim()))
  return conditions
}

/** One of them. */
export async function findPlatformUser(ctx: Context, id: string): Promise<PlatformUser> {
  const { rows } = await sql<PlatformUser>`select * from platform_user_row
    where id = ${id} and ${platformScope.rows(ctx.principal)}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** What is locked of one until the commit: two who decide at once meet here. */
export interface Locked {
  readonly id: string
  readonly state: PlatformUserState
  readonly version: number
  readonly userId: string | null
  readonly email: string
  readonly realName: string
  readonly phone: string
  readonly language: string | null
  /** At whose own address he asked; null: at the platform's. */
  readonly siteOrgId: string | null
}

/** Locks some of them, in one order for everybody. */
export async function lockPlatformUsers(
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Locked>> {
  const { rows } =
    await sql<Locked>`select id, state, version, user_id, email, real_name, phone, language,
      site_org_id
    from platform_user where id = any(${[...ids]}::uuid[]) and ${platformScope.rows(ctx.principal)}
    order by id for update`.execute(ctx.db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locks one for a move; refuses when its state does not know it, and says what the state is now. */
export async function lockFor(ctx: Context, id: string, move: Move) {
  const found = (await lockPlatformUsers(ctx, [id])).get(id)
  if (!found) throw notFound()
  const next = stateAfter(found.state, move)
  if (!next) throw wrongState(found.state)
  return { ...found, next }
}

export const wrongState = (state: PlatformUserState) =>
  new Refusal(codes.wrongState, `platform.isNow.${state}`, { data: { state } })

interface Changes {
  readonly state: PlatformUserState
  readonly userId?: string | null
  readonly mergedIntoId?: string
  readonly reason?: string
}

/** Writes what became of a locked one, and answers it. */
export async function settlePlatformUser(
  ctx: Context,
  before: Locked,
  changes: Changes,
): Promise<PlatformUser> {
  const at = ctx.now().toISOString()
  const isReview = changes.reason !== undefined
  await ctx.db
    .updateTable('platformUser')
    .set({
      ...changes,
      ...(isReview && { reviewedAt: at, reviewedBy: ctx.principal.userId }),
      version: before.version + 1,
      updatedAt: at,
      updatedBy: ctx.principal.userId,
    })
    .where('id', '=', before.id)
    .execute()
  ctx.note({ targetIds: [before.id], before: { state: before.state }, after: changes })
  ctx.changed(platformUsersPath, [before.id])
  return findPlatformUser(ctx, before.id)
}
