import { appLog, deviceLog } from '@muster/contract'
import { serve } from '../../../kit/serve.ts'
import { appLogPage, findAppEntry } from './appLog.queries.ts'
import { deviceLogPage, deviceLogScope, findLogEntry } from './log.queries.ts'

/** DEVICE_LOG: what happened to terminals. */
export const deviceLogRoutes = serve(deviceLog, deviceLogScope, {
  page: ({ query }, ctx) => deviceLogPage(ctx, query),
  detail: ({ query }, ctx) => findLogEntry(ctx, query),
})

/** APK_LOG: what was done with applications on terminals. */
export const appLogRoutes = serve(appLog, deviceLogScope, {
  page: ({ query }, ctx) => appLogPage(ctx, query),
  detail: ({ query }, ctx) => findAppEntry(ctx, query),
})
