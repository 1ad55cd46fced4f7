import { clientErrorLimit, clientErrors, codes, scrub } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'

/** Keeps what broke in a browser, for those who look after the console. */
export const clientErrorRoutes = serve(clientErrors, ownSession, {
  report: async ({ body }, ctx) => {
    if (await hasReportedEnough(ctx)) throw new Refusal(codes.tooManyRequests, 'refusal.tooMany')
    const { userId, userName, sessionId, orgId } = ctx.principal
    // A console scrubs before it sends; what else may send does not have to.
    const clean = (text: string) => scrub(text, [userName])
    return ctx.db
      .insertInto('clientError')
      .values({
        userId,
        userName,
        sessionId,
        orgId,
        shortId: body.shortId,
        route: clean(body.route),
        message: clean(body.message),
        stack: clean(body.stack),
        consoleVersion: body.version,
        userAgent: ctx.userAgent.slice(0, 255),
        ip: ctx.ip,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  },
})

/** A page that fails at each keystroke must not fill the table. */
async function hasReportedEnough(ctx: Context): Promise<boolean> {
  const { rows } = await sql`select from client_error
    where session_id = ${ctx.principal.sessionId} and at > now() - interval '10 minutes'
    limit ${clientErrorLimit}`.execute(ctx.db)
  return rows.length >= clientErrorLimit
}
