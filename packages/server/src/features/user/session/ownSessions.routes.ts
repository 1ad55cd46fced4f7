import { codes, ownSessions, type ParsedOf, type signInResults } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { contains } from '../../../kit/page.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { endSessions } from './endSessions.ts'

/** Where the caller is signed in, and who tried to. */
export const ownSessionRoutes = serve(ownSessions, ownSession, {
  list: async (_, ctx) => {
    const { userId, sessionId } = ctx.principal
    const rows = await ctx.db
      .selectFrom('session')
      .leftJoin('session as own', 'own.id', 'session.impersonatorSessionId')
      .leftJoin('appUser as looker', 'looker.id', 'own.userId')
      .select(['session.id', 'session.ip', 'session.userAgent', 'looker.userName as impersonator'])
      .select(['session.createdAt', 'session.lastUsedAt', 'session.expiresAt'])
      .where('session.userId', '=', userId)
      .where('session.revokedAt', 'is', null)
      .where('session.expiresAt', '>', ctx.now().toISOString())
      .orderBy('session.createdAt', 'desc')
      .orderBy('session.id', 'desc')
      .execute()
    return rows.map((row) => ({ ...row, isCurrent: row.id === sessionId }))
  },
  end: async ({ params }, ctx) => {
    const { userId } = ctx.principal
    if ((await endSessions(ctx, { userId, only: params.id })) === 0) throw notFound()
    ctx.note({ targetIds: [params.id] })
  },
  endOthers: async (_, ctx) => {
    const { userId, sessionId } = ctx.principal
    return { count: await endSessions(ctx, { userId, allBut: sessionId }) }
  },
  signIns: ({ query }, ctx) => pageOfSignIns(ctx, query),
})

type Query = ParsedOf<typeof ownSessions.signIns>['query']
type Result = (typeof signInResults)[number]

async function pageOfSignIns({ db, principal }: Context, query: Query) {
  const { pageNum, pageSize, result, keyword = '', sortField = 'at', sortOrder = 'desc' } = query
  if (sortField !== 'at') throw new Refusal(codes.badRequest, 'refusal.unknownSort')
  let own = db.selectFrom('signInLog').where('userId', '=', principal.userId)
  if (result) own = own.where('result', '=', result)
  if (keyword) own = own.where(contains('ip', keyword))
  const list = await own
    .select(['id', 'at', 'ip', 'userAgent'])
    .select((eb) => eb.ref('result').$castTo<Result>().as('result'))
    .orderBy('at', sortOrder)
    .orderBy('id', sortOrder)
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const { total } = await own
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { list, total, pageNum, pageSize }
}
