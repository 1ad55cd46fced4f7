import { actionLog, clientErrorLog, codes, logSpanDays, signInLog } from '@muster/contract'
import { notFound, Refusal } from '../../kit/refusal.ts'
import { serve } from '../../kit/serve.ts'
import {
  actionPage,
  clientErrorPage,
  findAction,
  findClientError,
  logScope,
  signInPage,
} from './log.queries.ts'
import { verifyActions } from './verify.ts'

const dayMs = 86_400_000

export const actionLogRoutes = serve(actionLog, logScope, {
  page: async ({ query }, ctx) => {
    requireShort(query)
    return actionPage(ctx, query)
  },
  detail: async ({ query }, ctx) => {
    const entry = await findAction(ctx, query)
    if (!entry) throw notFound()
    return entry
  },
  verify: async ({ query }, ctx) => {
    requireShort(query)
    return verifyActions(ctx.platform, query)
  },
})

export const signInLogRoutes = serve(signInLog, logScope, {
  page: async ({ query }, ctx) => {
    requireShort(query)
    return signInPage(ctx, query)
  },
})

export const clientErrorLogRoutes = serve(clientErrorLog, logScope, {
  page: async ({ query }, ctx) => {
    requireShort(query)
    return clientErrorPage(ctx, query)
  },
  detail: async ({ params: { id } }, ctx) => {
    const found = await findClientError(ctx, id)
    if (!found) throw notFound()
    return found
  },
})

/** A look at a log spans a limited time, and its end comes after its beginning. */
function requireShort({ from, to }: { from?: string | undefined; to?: string | undefined }): void {
  if (from === undefined || to === undefined) return
  const span = Date.parse(to) - Date.parse(from)
  const message = span <= 0 ? 'log.endBeforeStart' : 'log.spanTooLong'
  if (span > 0 && span <= logSpanDays * dayMs) return
  throw new Refusal(codes.badRequest, message, {
    params: { days: logSpanDays },
    fields: [{ field: 'to', message }],
  })
}
