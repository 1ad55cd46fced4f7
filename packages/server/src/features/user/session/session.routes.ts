import { type DateFormat, imageUrl, session, fileTasksPath, uploadsPath } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { makeToken, tokenHash } from '../../../platform/secrets.ts'
import { menuFor, permissionOfPage } from '../../system/menu/index.ts'
import { parameter } from '../../system/parameter/index.ts'
import { ruleShown } from '../../system/site/index.ts'
import { passwordPolicyOf, siteFor } from '../customize/index.ts'
import { setPassword } from '../password/index.ts'
import { isVisitor } from '../visit/visitor.ts'
import { requirePassword } from './confirm.ts'
import { endSessions } from './endSessions.ts'
import { signIn } from './signIn.ts'

/** Seconds that a ticket is good for which is spent at once. */
const ticketSeconds = 60

/** Where stored files are downloaded. */
const downloads = [`${fileTasksPath}/download/`, `${uploadsPath}/download/`]

/** Signing in and out, and who is signed in. */
export const sessionRoutes = serve(session, ownSession, {
  login: ({ body }, ctx) => signIn(ctx, body),
  info: async (_, ctx) => {
    const { userId, roleIds, isSuperAdmin, permissions } = ctx.principal
    const user = await ctx.db
      .selectFrom('appUser')
      .select(['id', 'userName', 'realName', 'nickName', 'avatar', 'language', 'timeZone'])
      .select((eb) => eb.ref('dateFormat').$castTo<DateFormat>().as('dateFormat'))
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const site = await siteFor(ctx.platform, { orgId: ctx.principal.orgId })
    return {
      ...user,
      avatar: imageUrl(user.avatar),
      systemRoleId: roleIds[0] ?? '',
      roleIds: [...roleIds],
      isSuperAdmin: isSuperAdmin ? (1 as const) : (0 as const),
      website: site.webName,
      site,
      isVirtual: isVisitor(user.userName),
      impersonation: await impersonationOf(ctx),
      btns: [...permissions].sort(),
      permissions: await ownMenu(ctx),
    }
  },
  logout: async (_, ctx) => {
    const { userId, sessionId } = ctx.principal
    await endSessions(ctx, { userId, only: sessionId })
  },
  menu: (_, ctx) => ownMenu(ctx),
  missing: async ({ query }, { db }) => ({ permission: await permissionOfPage(db, query.path) }),
  passwordRule: async (_, { db, language, principal }) =>
    ruleShown(language, await passwordPolicyOf(db, principal.orgId)),
  changePassword: ({ body }, ctx) => changePassword(ctx, body),
  ticket: async ({ body }, ctx) => {
    const ticket = makeToken()
    const { sessionId } = ctx.principal
    const isReusable = downloads.some((start) => body.path.startsWith(start))
    const seconds = isReusable
      ? 60 * (await parameter(ctx.db, 'download.url.minutes'))
      : ticketSeconds
    const expiresAt = new Date(ctx.now().getTime() + seconds * 1000).toISOString()
    await ctx.db
      .insertInto('ticket')
      .values({ tokenHash: tokenHash(ticket), sessionId, path: body.path, expiresAt, isReusable })
      .execute()
    return { ticket }
  },
})

/** Who looks on as the caller, and until when; null: the caller himself. */
async function impersonationOf({ db, principal }: Context) {
  const { impersonator, sessionId } = principal
  if (!impersonator) return null
  const { expiresAt } = await db
    .selectFrom('session')
    .select('expiresAt')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return { by: impersonator.userName, until: expiresAt }
}

function ownMenu({ db, principal: { roleIds, isSuperAdmin }, language }: Context) {
  return menuFor(db, { roleIds, isSuperAdmin, language })
}

async function changePassword(ctx: Context, body: { oldPassword: string; newPassword: string }) {
  const { userId, userName, sessionId } = ctx.principal
  await requirePassword(ctx, body.oldPassword, 'oldPassword')
  if (body.oldPassword === body.newPassword)
    throw fieldRefusal('newPassword', 'session.samePassword')
  await setPassword(ctx, { id: userId, userName }, body.newPassword)
  // Whoever else is signed in with the old password is not any more.
  await endSessions(ctx, { userId, allBut: sessionId })
}
