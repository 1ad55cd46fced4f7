import { actionLog, clientErrorLog, signInLog } from '@muster/contract'
import { notFound } from '../../kit/refusal.ts'
import { serve } from '../../kit/serve.ts'
import { actionPage } from './actions.queries.ts'
import {
  clientErrorPage,
  findAction,
  findClientError,
  logScope,
  signInPage,
} from './log.queries.ts'
import { requireShort } from './span.rules.ts'
import { verifyActions } from './verify.ts'

export const actionLogRoutes = serve(actionLog, logScope, {
  page: ({ query }, ctx) => actionPage(ctx, query),
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
  page: ({ query }, ctx) => signInPage(ctx, query),
})

export const clientErrorLogRoutes = serve(clientErrorLog, logScope, {
  page: ({ query }, ctx) => clientErrorPage(ctx, query),
  detail: async ({ params: { id } }, ctx) => {
    const found = await findClientError(ctx, id)
    if (!found) throw notFound()
    return found
  },
})
