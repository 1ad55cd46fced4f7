import { codes, visit } from '@muster/contract'
import { Refusal } from '../../../kit/refusal.ts'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { insertSession } from '../session/openSession.ts'
import { noteSignIn } from '../session/session.queries.ts'
import { findVisitor } from './visitor.ts'

const nothingAsked = { firstLogin: 0, initEmail: 0, pwdCheck: 0, bindFactor: 0 } as const

/** Sessions without signing in, where the operator runs a closed demonstration. */
export const visitRoutes = serve(visit, ownSession, {
  open: async ({ body }, ctx) => {
    const { virtualRole, allowUnboundSessions } = ctx.platform.env
    const visitor = virtualRole ? await findVisitor(ctx.db) : undefined
    if (!visitor) throw new Refusal(codes.wrongState, 'session.noVisitors')
    if (!body.publicKey && !allowUnboundSessions)
      throw new Refusal(codes.badRequest, 'session.needsKey')
    const wish = { mustBind: false, publicKey: body.publicKey, isVisit: true }
    const opened = await insertSession(ctx, visitor.id, wish)
    const { id: userId, userName, orgId } = visitor
    await noteSignIn(ctx, { userName, userId, result: 'SUCCESS' })
    ctx.note({ by: { userId, userName, orgId } })
    return { ...opened, ...nothingAsked }
  },
})
