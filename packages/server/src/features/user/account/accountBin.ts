import { codes, usersPath } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { NewRecord, StoredRow } from '../../../kit/record.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { madeBy, organizationsBy } from '../../../access/scope.ts'
import type { Home } from '../../../access/rights.ts'
import { isTimezone } from '../../timezone/timezone/index.ts'
import { homeOf, requireHeld, requireNotAbove } from '../access/index.ts'
import { dropTokens } from '../token/ownTokens.queries.ts'
import { endSessions } from '../session/endSessions.ts'
import { assignRoles, requireUsableThere, rolesOf } from './assign.ts'
import { invite } from './invite.ts'

export const accountScope = organizationsBy('orgId')

/** Of the few that were invited once, which an index finds; whether they still are the view says. */
export const wereInvited = sql<SqlBool>`id in (select asked.id from app_user asked where asked.invited_at is not null)`

const written = naming(recycleBin(usersPath, 'appUser', accountScope), [
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
  { field: 'vendorId', to: 'vendor', scope: madeBy({ vendor: 'id', model: null }) },
])

/** No password hashes to this: nobody signs in before one was chosen. */
const noPassword = 'none'

type Account = Omit<NewRecord<'appUser'>, 'passwordHash'>
type NewAccount = Account & { readonly roleIds: readonly string[] }

/**
 * The bin of accounts. Nobody touches an account that holds more than he does, neither before the
 * change nor after it: he would gain by it what he lacks.
 */
export const accountBin: Bin<StoredRow<'appUser'>, NewAccount> = {
  ...written,
  async add(ctx, { roleIds, ...values }) {
    requireGood(values)
    const invitedAt = ctx.now().toISOString()
    const { id: userId } = await written.add(ctx, {
      ...values,
      passwordHash: noPassword,
      invitedAt,
    })
    await assignRoles(ctx, { userId, home: await homeOfValues(ctx, values), roleIds })
    await requireNotAbove(ctx, [userId])
    await invite(ctx, [userId])
    return written.find(ctx, userId)
  },
  async update(ctx, { roleIds, ...values }) {
    const { id: userId } = values
    const before = await written.find(ctx, userId)
    await requireNotAbove(ctx, [userId])
    requireGood(values)
    if (userId === ctx.principal.userId) requireNotOwn(before, values)
    const after = await written.update(ctx, values)
    if (roleIds !== undefined) {
      const home = await homeOfValues(ctx, after)
      await assignRoles(ctx, { userId, home, roleIds })
    }
    if (after.orgId !== before.orgId) await requireFitThere(ctx, [userId], after.orgId)
    await requireNotAbove(ctx, [userId])
    return written.find(ctx, userId)
  },
  async setStatus(ctx, ids, status) {
    await requireManageable(ctx, ids)
    const set = await written.setStatus(ctx, ids, status)
    if (status === 0) await endAccess(ctx, set)
    return set
  },
  async remove(ctx, ids) {
    await requireManageable(ctx, ids)
    const gone = await written.remove(ctx, ids)
    await endAccess(ctx, gone)
    return gone
  },
  async revert(ctx, ids) {
    const back = await written.revert(ctx, ids)
    await requireNotAbove(ctx, back)
    return back
  },
  async destroy(ctx, ids) {
    if (ids !== 'all') await requireManageable(ctx, ids)
    return written.destroy(ctx, ids)
  },
}

/** By what he signs in nobody changes for himself here: his address wants the code mailed to it. */
function requireNotOwn(before: StoredRow<'appUser'>, values: Partial<Account>): void {
  const isChanged = (field: 'email' | 'userName') =>
    values[field] !== undefined && values[field] !== before[field]
  if (isChanged('email')) throw fieldRefusal('email', 'user.ownEmail')
  if (isChanged('userName')) throw fieldRefusal('userName', 'user.ownName')
}

/** Nobody comes in as them any more, also not when they are back: sessions and tokens are gone. */
async function endAccess(ctx: Context, userIds: readonly string[]): Promise<void> {
  for (const userId of userIds) {
    await endSessions(ctx, { userId })
    await dropTokens(ctx, userId)
  }
}

/** Somebody else's account that holds no more than the caller's: nobody locks himself out. */
export async function requireManageable(ctx: Context, ids: readonly string[]): Promise<void> {
  await requireSeen(ctx, ids)
  if (ids.includes(ctx.principal.userId)) throw new Refusal(codes.warning, 'user.isYourself')
  await requireNotAbove(ctx, ids)
}

/** Refuses ids that are not there for the caller, on either side of the bin. */
export async function requireSeen(ctx: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql`select from app_user where id = any(${[...ids]}::uuid[])
    and ${accountScope.rows(ctx.principal)}`.execute(ctx.db)
  if (rows.length < new Set(ids).size) throw notFound()
}

/** Roles that moved accounts keep must be good in their new organisation, and for the caller to give there. */
export async function requireFitThere(
  ctx: Context,
  userIds: readonly string[],
  orgId: string,
): Promise<void> {
  const home = await homeOf(ctx, orgId)
  if (!home) throw notFound()
  await requireUsableThere(ctx, userIds)
  await requireHeld(ctx, await rolesOf(ctx, userIds), home)
}

async function homeOfValues(
  ctx: Context,
  { orgId, vendorId }: Pick<Account, 'orgId' | 'vendorId'>,
): Promise<Home> {
  const home = await homeOf(ctx, orgId)
  if (!home) throw notFound()
  return { ...home, vendorId: vendorId ?? null }
}

function requireGood({ timeZone, validFrom, validTo }: Partial<Account>): void {
  if (timeZone && !isTimezone(timeZone)) throw fieldRefusal('timeZone', 'profile.unknownTimeZone')
  if (validFrom && validTo && validTo <= validFrom)
    throw fieldRefusal('validTo', 'user.endsBeforeStart')
}
