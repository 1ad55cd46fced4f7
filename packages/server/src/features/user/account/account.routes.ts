import { type ParsedOf, users, userStates } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { statesOf } from '../../../kit/countStates.ts'
import { lifecycle, type LifecycleOptions } from '../../../kit/lifecycle.ts'
import { allOf, type Condition, equals, isWithin } from '../../../kit/page.ts'
import { serve } from '../../../kit/serve.ts'
import {
  dropScope,
  readScope,
  requireNarrower,
  requireNotAbove,
  saveScope,
} from '../access/index.ts'
import { oneTimePassword } from '../oneTimePassword.ts'
import { storePassword } from '../password/index.ts'
import { dropPasskeys } from '../passkey/dropPasskeys.ts'
import { dropFactor } from '../secondFactor/factor.ts'
import { dropTokens } from '../token/ownTokens.queries.ts'
import { endSessions } from '../session/endSessions.ts'
import {
  accountBin,
  accountScope,
  requireFitThere,
  requireManageable,
  requireSeen,
  wereInvited,
} from './accountBin.ts'
import { requireChoosable, requirePlace, requireUsableThere } from './assign.ts'
import { isMailReady } from '../../mail/index.ts'
import { invite } from './invite.ts'
import { addRole, changeMany, liftLock } from './many.queries.ts'

/** What each state rests on, beside its name: what few accounts have, an index finds. */
const resting: ReadonlyMap<unknown, Condition> = new Map([
  ['DISABLED', sql<SqlBool>`status = 0`],
  ['EXPIRED', sql<SqlBool>`valid_to is not null`],
  ['INVITED', wereInvited],
  ['LOCKED', sql<SqlBool>`locked_until is not null`],
])

const options: LifecycleOptions = {
  search: ['realName', 'userName', 'email'],
  order: ['userName'],
  filters: {
    state: (state) => {
      const rests = resting.get(state)
      return allOf([equals('state', state), ...(rests ? [rests] : [])])
    },
  },
}
const records = lifecycle(users, accountBin, options)

type Filter = Pick<ParsedOf<typeof users.page>['query'], 'within' | 'roleId' | 'dormantDays'>

export const accountRoutes = serve(users, accountScope, {
  ...records,
  page: ({ params, body, query: { within, roleId, dormantDays, ...query } }, ctx) =>
    lifecycle(users, filteredBin(ctx, { within, roleId, dormantDays }), options).page(
      { params, body, query },
      ctx,
    ),
  recyclePage: ({ params, body, query: { within, roleId, dormantDays, ...query } }, ctx) =>
    lifecycle(users, filteredBin(ctx, { within, roleId, dormantDays }), options).recyclePage(
      { params, body, query },
      ctx,
    ),
  countStates: ({ query: { within, roleId, dormantDays, ...query } }, ctx) =>
    statesOf(users, filteredBin(ctx, { within, roleId, dormantDays }), options)(
      ctx,
      query,
      userStates,
    ),
  invite: async ({ body: { ids } }, ctx) => {
    await requireSeen(ctx, ids)
    await requireNotAbove(ctx, ids)
    ctx.note({ targetIds: ids })
    return { count: await invite(ctx, ids) }
  },
  mailReady: async (_, ctx) => ({ isReady: await isMailReady(ctx) }),
  unlock: async ({ params: { id } }, ctx) => {
    await requireOther(ctx, id)
    return { count: await liftLock(ctx, id) }
  },
  resetPassword: ({ params: { id } }, ctx) => resetPassword(ctx, id),
  resetFactor: async ({ params: { id } }, ctx) => {
    await requireOther(ctx, id)
    // What proves him may lie with the telephone that he lost: all of it goes.
    const passkeys = await dropPasskeys(ctx, id)
    const had = (await dropFactor(ctx, id)) || passkeys > 0
    if (had) await endSessions(ctx, { userId: id })
    return { count: had ? 1 : 0 }
  },
  kick: async ({ params: { id } }, ctx) => {
    await requireOther(ctx, id)
    return { count: await endSessions(ctx, { userId: id }) }
  },
  scope: async ({ params: { id } }, ctx) => {
    await accountBin.find(ctx, id)
    return readScope(ctx, { userId: id })
  },
  setScope: ({ params: { id }, body }, ctx) => setScope(ctx, id, body),
  move: ({ params: { id }, body: { orgId } }, ctx) => move(ctx, [id], orgId),
  moveMany: ({ body: { ids, orgId } }, ctx) => move(ctx, ids, orgId),
  addRoleMany: async ({ body: { ids, roleId } }, ctx) => {
    await requireManageable(ctx, ids)
    await requireChoosable(ctx, [roleId])
    const changed = await changeMany(ctx, ids, sql`status = app_user.status`)
    await addRole(ctx, changed, roleId)
    await requireUsableThere(ctx, changed)
    await requireNotAbove(ctx, changed)
    return { count: changed.length }
  },
})

/** The same accounts, cut by filters that are no columns. */
function filteredBin(ctx: Context, { within, roleId, dormantDays }: Filter): typeof accountBin {
  const conditions: Condition[] = []
  if (within) conditions.push(isWithin(within))
  // Not by the row's own list, which would be put together for every account.
  if (roleId)
    conditions.push(sql<SqlBool>`id in (select user_id from user_role where role_id = ${roleId})`)
  if (dormantDays) {
    const since = new Date(ctx.now().getTime() - dormantDays * 86_400_000).toISOString()
    conditions.push(sql<SqlBool>`coalesce(last_sign_in_at, created_at) < ${since}`)
  }
  const rows: typeof accountScope.rows = (principal) =>
    sql<SqlBool>`${sql.join([accountScope.rows(principal), ...conditions], sql` and `)}`
  return { ...accountBin, scope: { ...accountScope, rows } }
}

/** An account of the caller's that is there, and that he may act upon. */
async function requireOther(ctx: Context, id: string): Promise<void> {
  const account = await accountBin.find(ctx, id)
  await requireNotAbove(ctx, [id])
  ctx.note({ targetIds: [id], about: account })
}

async function resetPassword(ctx: Context, id: string): Promise<{ password: string }> {
  await requireSeen(ctx, [id])
  await requireManageable(ctx, [id])
  const password = oneTimePassword()
  await storePassword(ctx, { id }, { password, mustChange: true })
  await liftLock(ctx, id)
  await changeMany(ctx, [id], sql`invited_at = null`)
  await endSessions(ctx, { userId: id })
  await dropTokens(ctx, id)
  return { password }
}

async function setScope(
  ctx: Context,
  id: string,
  { version, scope }: ParsedOf<typeof users.setScope>['body'],
) {
  const account = await accountBin.update(ctx, { id, version })
  const use = { orgId: account.orgId, isInherited: false }
  if (scope) await requireNarrower(ctx, scope, use)
  const before = await readScope(ctx, { userId: id })
  await (scope ? saveScope(ctx, { userId: id }, scope) : dropScope(ctx, { userId: id }))
  // Without one of his own, his roles' scope counts: it must not be wider than the caller's either.
  await requireNotAbove(ctx, [id])
  ctx.note({ before, after: scope })
  return { version: account.version }
}

async function move(ctx: Context, ids: readonly string[], orgId: string) {
  await requireSeen(ctx, ids)
  await requireNotAbove(ctx, ids)
  await requirePlace(ctx, orgId)
  const changed = await changeMany(ctx, ids, sql`org_id = ${orgId}`)
  await requireFitThere(ctx, changed, orgId)
  await requireNotAbove(ctx, changed)
  return { count: changed.length }
}
