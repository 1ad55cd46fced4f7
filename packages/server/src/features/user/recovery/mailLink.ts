import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { makeToken, tokenHash } from '../../../platform/secrets.ts'
import { addressFor } from '../customize/index.ts'

/** Whom a link is for. */
export type Linked = { readonly userId: string } | { readonly platformUserId: string }

type Maker = Pick<Context, 'db' | 'platform' | 'now'>

interface LinkWish {
  /** It is good for so long. */
  readonly hours: number
  /** Whose console it opens; null: the platform's. */
  readonly orgId: string | null
}

/**
 * Makes a link of a mail, good once; an earlier one of the same person is over. It goes into the mail
 * and nowhere else.
 */
export async function makeMailLink(
  ctx: Maker,
  linked: Linked,
  { hours, orgId }: LinkWish,
): Promise<string> {
  const isUser = 'userId' in linked
  const [column, id] = isUser
    ? (['userId', linked.userId] as const)
    : (['platformUserId', linked.platformUserId] as const)
  await ctx.db.deleteFrom('mailLink').where(column, '=', id).execute()
  const token = makeToken()
  const now = ctx.now().getTime()
  await ctx.db
    .insertInto('mailLink')
    .values({
      ...linked,
      tokenHash: tokenHash(token),
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + hours * 3_600_000).toISOString(),
    })
    .execute()
  const { env } = ctx.platform
  const site = (await addressFor({ db: ctx.db, env }, orgId)) ?? `http://localhost:${env.port}`
  return `${site}/#/callback?token=${token}`
}

/** A link that is still good, its row locked; undefined where it is over, used or made up. */
export const lockMailLink = (ctx: Context, token: string) =>
  ctx.db
    .selectFrom('mailLink')
    .select(['userId', 'platformUserId'])
    .where('tokenHash', '=', tokenHash(token))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.now().toISOString())
    .forUpdate()
    .executeTakeFirst()

/** The user whom a link invites, locked; undefined where there is none any more. */
export const lockInvited = (ctx: Context, userId: string) =>
  ctx.db
    .selectFrom('appUser')
    .select(['id', 'userName'])
    .where('id', '=', userId)
    .where(sql<SqlBool>`is_usable(app_user)`)
    .forUpdate()
    .executeTakeFirst()

/** Marks a link as used. */
export async function spendMailLink(ctx: Context, token: string): Promise<void> {
  await ctx.db
    .updateTable('mailLink')
    .set({ usedAt: ctx.now().toISOString() })
    .where('tokenHash', '=', tokenHash(token))
    .execute()
}
