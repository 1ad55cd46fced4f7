import { codes, type GivenScope } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { coversRule, holdsMore, missingRights } from '../../../access/grant.rules.ts'
import { type Home, readClientRights, readRights, ruleOf } from '../../../access/rights.ts'
import { codesOfRoles, homeOf, knowsMakes, placesOf, scopesOfRoles } from './scope.queries.ts'

const forbidden = (key: 'access.notHeld' | 'access.widerScope', name = '') =>
  new Refusal(codes.forbidden, key, { params: { name } })

/** Where a scope would be used: the organisation, and whether its children use it, too. */
export interface ScopePlaceOfUse {
  readonly orgId: string
  readonly isInherited: boolean
}

/** Refuses a scope that is wider than the caller's own, seen from where it would be used. */
export async function requireNarrower(
  ctx: Context,
  given: GivenScope,
  use: ScopePlaceOfUse,
): Promise<void> {
  const places = await placesOf(ctx, given)
  const { kind, organizations, vendorIds, modelIds } = given
  if (places.length < new Set(organizations.map(({ orgId }) => orgId)).size)
    throw fieldRefusal('organizations', 'rule.unknownRecord')
  if (!(await knowsMakes(ctx, given))) throw fieldRefusal('vendorIds', 'rule.unknownRecord')
  const home = await homeOf(ctx, use.orgId)
  if (!home) throw notFound()
  const rule = ruleOf({ kind, places, vendorIds, modelIds }, home)
  const used = use.isInherited
    ? { ...rule, places: rule.places.map((place) => ({ ...place, withBelow: true })) }
    : rule
  if (!coversRule(ctx.principal.scope, used)) throw forbidden('access.widerScope')
}

/** Refuses roles that give somebody at home here more than the caller holds himself. */
export async function requireHeld(
  ctx: Context,
  roleIds: readonly string[],
  home: Home,
): Promise<void> {
  const { principal } = ctx
  if (principal.isSuperAdmin || roleIds.length === 0) return
  const [lacking] = missingRights(principal.permissions, await codesOfRoles(ctx, roleIds))
  if (lacking !== undefined) throw forbidden('access.notHeld', lacking)
  for (const stored of await scopesOfRoles(ctx, roleIds))
    if (!coversRule(principal.scope, ruleOf(stored, home))) throw forbidden('access.widerScope')
}

/** Refuses to touch users who may do or see more than the caller: he would gain what they hold. */
export async function requireNotAbove(ctx: Context, userIds: readonly string[]): Promise<void> {
  const { principal } = ctx
  if (principal.isSuperAdmin) return
  for (const [userId, rights] of await readRights(ctx.db, userIds))
    if (userId !== principal.userId && (rights.isSuperAdmin || holdsMore(rights, principal)))
      throw new Refusal(codes.forbidden, 'access.isAbove')
}

/** {@link requireNotAbove} of API clients: who gets a new secret of one holds what it holds. */
export async function requireClientsNotAbove(
  ctx: Context,
  clientIds: readonly string[],
): Promise<void> {
  if (ctx.principal.isSuperAdmin) return
  const found = await readClientRights(ctx.db, clientIds)
  if ([...found.values()].some((rights) => holdsMore(rights, ctx.principal)))
    throw new Refusal(codes.forbidden, 'access.clientIsAbove')
}
