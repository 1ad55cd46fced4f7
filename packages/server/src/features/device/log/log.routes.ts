import { deviceLog } from '@muster/contract'
import { serve } from '../../../kit/serve.ts'
import { deviceLogPage, deviceLogScope, findLogEntry } from './log.queries.ts'

/** DEVICE_LOG: what happened to terminals. */
export const deviceLogRoutes = serve(deviceLog, deviceLogScope, {
  page: ({ query }, ctx) => deviceLogPage(ctx, query),
  detail: ({ query }, ctx) => findLogEntry(ctx, query),
})
