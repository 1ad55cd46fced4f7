import { loginBans, logins } from '@muster/contract'
import { organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { addBan, banPage, banScope, removeBan } from './bans.ts'
import { loginPage, loginTrend } from './login.queries.ts'
import { clonePage, flapPage, loginFailures } from './suspect.queries.ts'

/** How terminals sign in; {@link organizationsBy} where they were then. */
export const loginRoutes = serve(logins, organizationsBy('orgId'), {
  page: ({ query }, ctx) => loginPage(ctx, query),
  trend: ({ query }, ctx) => loginTrend(ctx, query),
  flap: ({ query }, ctx) => flapPage(ctx, query),
  clone: ({ query }, ctx) => clonePage(ctx, query),
  failed: ({ query }, ctx) => loginFailures(ctx, query),
})

export const loginBanRoutes = serve(loginBans, banScope, {
  page: ({ query }, ctx) => banPage(ctx, query),
  add: ({ body }, ctx) => addBan(ctx, body),
  remove: ({ params: { id } }, ctx) => removeBan(ctx, id),
})
