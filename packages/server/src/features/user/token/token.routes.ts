import {
  codes as answers,
  isClosedToTokens,
  isNetwork,
  mostTokens,
  type ParsedOf,
  type ReplyOf,
  tokens,
  userTokens,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { makeToken } from '../../../platform/secrets.ts'
import { parameter } from '../../system/parameter/index.ts'
import { requireNotAbove } from '../access/index.ts'
import { accountBin, accountScope } from '../account/accountBin.ts'
import { noticeChange } from '../accountNotices.ts'
import { heldRights } from '../role/index.ts'
import { codesOnlyOf } from '../../system/menu/index.ts'
import { dropTokens, tokensOf } from './ownTokens.queries.ts'

/** The caller's own tokens. */
export const tokenRoutes = serve(tokens, ownSession, {
  list: async (_, ctx) => ({
    list: await tokensOf(ctx, ctx.principal.userId),
    mostDays: await parameter(ctx.db, 'token.maxDays'),
  }),
  rights: (_, ctx) => heldRights(ctx, (code) => !shut.has(code)),
  make: ({ body }, ctx) => make(ctx, body),
  end: async ({ params: { id } }, ctx) => {
    const gone = await dropTokens(ctx, ctx.principal.userId, [id])
    if (gone.length === 0) throw notFound()
    ctx.note({ targetIds: [id], before: { names: gone } })
    return { count: 1 }
  },
})

/** Rights that open nothing to a token. */
const shut = codesOnlyOf(isClosedToTokens)

/** Those of others, for whoever may act upon them. */
export const userTokenRoutes = serve(userTokens, accountScope, {
  list: async ({ params: { id } }, ctx) => {
    await accountBin.find(ctx, id)
    return tokensOf(ctx, id)
  },
  end: async ({ params: { id }, body: { ids } }, ctx) => {
    await accountBin.find(ctx, id)
    await requireNotAbove(ctx, [id])
    const gone = await dropTokens(ctx, id, ids)
    if (gone.length > 0) await noticeChange(ctx, id, 'tokenEnded')
    ctx.note({ targetIds: ids, before: { names: gone } })
    return { count: gone.length }
  },
})

type Wish = ParsedOf<typeof tokens.make>['body']
type Made = ReplyOf<typeof tokens.make>

async function make(ctx: Context, wish: Wish): Promise<Made> {
  await requireGood(ctx, wish)
  const { userId } = ctx.principal
  // The row of the user is where two who make at once take turns.
  await sql`select from app_user where id = ${userId} for update`.execute(ctx.db)
  const { length: count } = await tokensOf(ctx, userId)
  if (count >= mostTokens)
    throw new Refusal(answers.wrongState, 'token.tooMany', { params: { count } })
  const { name, reach, codes, ipAllow, days } = wish
  const secret = makeToken()
  const { rows } = await sql<{ id: string }>`select uuid7() as id`.execute(ctx.db)
  const id = rows[0]?.id ?? ''
  const validTo = new Date(ctx.now().getTime() + days * 86_400_000).toISOString()
  const sealed = ctx.platform.secrets.seal(Buffer.from(secret), `personal_token:${id}`)
  const values = { id, userId, name, reach, codes, ipAllow, sealed, validTo }
  await ctx.db.insertInto('personalToken').values(values).execute()
  await noticeChange(ctx, userId, 'tokenMade')
  ctx.note({ targetIds: [id], after: { name, reach, codes, ipAllow, validTo } })
  const token = (await tokensOf(ctx, userId)).find((one) => one.id === id)
  if (!token) throw notFound()
  return { token, secret }
}

async function requireGood(ctx: Context, { reach, codes, ipAllow, days }: Wish): Promise<void> {
  const most = await parameter(ctx.db, 'token.maxDays')
  if (most === 0) throw new Refusal(answers.wrongState, 'token.forbidden')
  if (days > most) throw fieldRefusal('days', 'token.tooLong')
  if (!ipAllow.every(isNetwork)) throw fieldRefusal('ipAllow', 'rule.network')
  if (reach !== 'CHOSEN') {
    if (codes.length > 0) throw fieldRefusal('codes', 'token.codesUnused')
    return
  }
  if (codes.length === 0) throw fieldRefusal('codes', 'token.noCodes')
  const { isSuperAdmin, permissions } = ctx.principal
  if (!isSuperAdmin && !codes.every((code) => permissions.has(code)))
    throw fieldRefusal('codes', 'token.notHeld')
}
