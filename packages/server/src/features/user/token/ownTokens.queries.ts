import type { Token, tokenReaches } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/** The tokens of a user, the newest first. */
export async function tokensOf(ctx: Context, userId: string): Promise<Token[]> {
  return ctx.db
    .selectFrom('personalToken')
    .select(['id', 'name', 'codes', 'ipAllow', 'createdAt', 'validTo', 'lastUsedAt', 'lastIp'])
    .select((eb) => eb.ref('reach').$castTo<(typeof tokenReaches)[number]>().as('reach'))
    .select(sql<boolean>`valid_to <= ${ctx.now().toISOString()}`.as('isOver'))
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Ends tokens of a user, or all of them: the next call with one finds none. Answers their names. */
export async function dropTokens(
  ctx: Context,
  userId: string,
  ids?: readonly string[],
): Promise<string[]> {
  let ending = ctx.db.deleteFrom('personalToken').where('userId', '=', userId)
  if (ids) ending = ending.where('id', 'in', [...ids])
  const gone = await ending.returning('name').execute()
  return gone.map(({ name }) => name)
}
