import { codes, impersonationMinutes, type ParsedOf, type platformUsers } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { mailTo } from '../../mail/index.ts'
import { requireNotAbove } from '../access/index.ts'
import { noticeImpersonation } from '../accountNotices.ts'
import { insertSession } from '../session/openSession.ts'
import { lockFor, wrongState } from './platformUser.queries.ts'

type Wish = ParsedOf<typeof platformUsers.impersonate>['body']

/**
 * Opens a session in which the caller sees what an account sees. That it changes nothing, and ends
 * with the caller's own session, is seen to with each of its calls (`edge/impersonation.ts`).
 */
export async function impersonate(ctx: Context, id: string, { reason, publicKey }: Wish) {
  const { sessionId } = ctx.principal
  const { state, userId } = await lockFor(ctx, id, 'impersonate')
  if (!userId) throw wrongState(state)
  const account = await findAccount(ctx, userId)
  await requireFit(ctx, account)
  if (!publicKey && !ctx.platform.env.allowUnboundSessions)
    throw new Refusal(codes.badRequest, 'session.needsKey')
  const look = { from: sessionId, minutes: impersonationMinutes }
  const opened = await insertSession(ctx, userId, { mustBind: false, publicKey, look })
  await tellOwner(ctx, account, reason)
  const { userName } = account
  ctx.note({ targetIds: [id, userId], after: { userName, reason } })
  return { ...opened, userName }
}

interface Account {
  readonly id: string
  readonly userName: string
  readonly email: string | null
  readonly language: string | null
  readonly orgId: string
  readonly isUsable: boolean
  readonly isAdministrator: boolean
}

async function findAccount(ctx: Context, userId: string): Promise<Account> {
  const { rows } = await sql<Account>`select account.id, account.user_name, account.email,
      account.language, account.org_id, is_usable(account) as is_usable,
      account.is_super_admin or exists (select from user_role held
        join role on role.id = held.role_id
        where held.user_id = account.id and role.code = 'administrator' and role.is_system)
        as is_administrator
    from app_user account where account.id = ${userId}`.execute(ctx.db)
  if (!rows[0]) throw wrongState('ACTIVE')
  return rows[0]
}

/** Nobody looks as himself, as an administrator, or as who holds more than he does. */
async function requireFit(ctx: Context, { id, isUsable, isAdministrator }: Account): Promise<void> {
  const { principal } = ctx
  // A session goes with the one it was opened in: programs have none.
  if (principal.kind !== 'user') throw new Refusal(codes.forbidden, 'refusal.forbidden')
  if (id === principal.userId) throw new Refusal(codes.wrongState, 'platform.impersonateSelf')
  if (isAdministrator) throw new Refusal(codes.wrongState, 'platform.impersonateAdministrator')
  if (!isUsable) throw new Refusal(codes.wrongState, 'platform.impersonateUnusable')
  await requireNotAbove(ctx, [id])
}

/**
 * By a notice and, because such accounts may not sign in for weeks, by mail at once; no wish for
 * silence holds against it: who looked, and why, is the owner's to know.
 */
async function tellOwner(ctx: Context, account: Account, reason: string): Promise<void> {
  const { id, userName, email, language, orgId } = account
  const told = { operator: ctx.principal.userName, reason, minutes: impersonationMinutes }
  await noticeImpersonation(ctx, id, told)
  if (email === null) return
  await mailTo(ctx, {
    to: email,
    template: 'IMPERSONATED',
    language: language ?? ctx.language,
    values: { userName, ...told, time: ctx.now().toISOString() },
    orgId,
  })
}
