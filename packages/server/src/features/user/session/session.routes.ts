import { codes, type DateFormat, session } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { ownSession } from '../../../kit/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { checkPassword, hashPassword } from '../../../platform/passwords.ts'
import { makeToken, tokenHash } from '../../../platform/secrets.ts'
import { defaultRule, followsRule } from './password.rules.ts'
import { menuTree } from './session.queries.ts'
import { signIn } from './signIn.ts'

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
    return {
      ...user,
      systemRoleId: roleIds[0] ?? '',
      isSuperAdmin: isSuperAdmin ? (1 as const) : (0 as const),
      website: null,
      isVirtual: false,
      btns: [...permissions].sort(),
      permissions: await menuTree(ctx),
    }
  },
  logout: async (_, ctx) => {
    await endSessions(ctx, { only: ctx.principal.sessionId })
  },
  menu: (_, ctx) => menuTree(ctx),
  changePassword: ({ body }, ctx) => changePassword(ctx, body),
  ticket: async ({ body }, ctx) => {
    const ticket = makeToken()
    const { sessionId } = ctx.principal
    const expiresAt = sql<string>`now() + interval '60 seconds'`
    await ctx.db
      .insertInto('ticket')
      .values({ tokenHash: tokenHash(ticket), sessionId, path: body.path, expiresAt })
      .execute()
    return { ticket }
  },
})

async function changePassword(ctx: Context, body: { oldPassword: string; newPassword: string }) {
  const { oldPassword, newPassword } = body
  const { userId, userName, sessionId } = ctx.principal
  const { passwordHash } = await ctx.db
    .selectFrom('appUser')
    .select('passwordHash')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!(await checkPassword(oldPassword, passwordHash)))
    throw fieldRefusal('oldPassword', 'session.wrongOldPassword')
  if (oldPassword === newPassword) throw fieldRefusal('newPassword', 'session.samePassword')
  if (!followsRule(newPassword, defaultRule, userName))
    throw fieldRefusal('newPassword', 'session.weakPassword')
  await ctx.db
    .updateTable('appUser')
    .set({
      passwordHash: await hashPassword(newPassword),
      passwordChangedAt: sql`now()`,
      updatedAt: sql`now()`,
      mustChangePassword: false,
    })
    .where('id', '=', userId)
    .execute()
  // Whoever else is signed in with the old password is not any more.
  await endSessions(ctx, { allBut: sessionId })
}

const fieldRefusal = (
  field: string,
  key: `session.${'wrongOldPassword' | 'samePassword' | 'weakPassword'}`,
) => new Refusal(codes.badRequest, key, { fields: [{ field, message: key }] })

/** Ends sessions of the caller at once: the next request on any node finds none. */
async function endSessions(
  ctx: Context,
  which: { only: string } | { allBut: string },
): Promise<void> {
  const ended = await ctx.db
    .updateTable('session')
    .set({ revokedAt: sql`now()` })
    .where('userId', '=', ctx.principal.userId)
    .where('revokedAt', 'is', null)
    .where('id', 'only' in which ? '=' : '<>', 'only' in which ? which.only : which.allBut)
    .returning('id')
    .execute()
  ctx.changed(
    'session',
    ended.map(({ id }) => id),
  )
}
