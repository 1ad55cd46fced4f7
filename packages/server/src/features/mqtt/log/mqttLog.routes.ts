import { mqttLog } from '@muster/contract'
import { serve } from '../../../kit/serve.ts'
import { deviceScope, trailWatchPath } from '../../device/index.ts'
import { requireTerminal } from '../terminals.ts'
import { countUnrecorded, findEntry, tailOf, traceOf, trailPage } from './mqttLog.queries.ts'
import { trailSpan } from './span.rules.ts'
import { resend } from './resend.ts'

/** What terminals and platform said to each other. */
export const mqttLogRoutes = serve(mqttLog, deviceScope, {
  page: ({ query }, ctx) => trailPage(ctx, query),
  unrecorded: async ({ query }, ctx) => ({
    messages: await countUnrecorded(ctx, trailSpan(query, ctx.now())),
  }),
  detail: ({ params }, ctx) => findEntry(ctx, params.id),
  trace: async ({ params }, ctx) => ({ list: await traceOf(ctx, params.correlationId) }),
  tail: async ({ query }, ctx) => {
    const { id, sn, orgId } = await requireTerminal(ctx, query.sn)
    // The gateways tell of its messages from now on, for a minute.
    ctx.platform.live.changed({ path: trailWatchPath, ids: [id], orgIds: [orgId] })
    return { list: await tailOf(ctx, sn) }
  },
  resend: async ({ params }, ctx) => {
    await resend(ctx, await findEntry(ctx, params.id))
    return { count: 1 }
  },
})
