import { actionLog, signInLog } from '@muster/contract'
import type { Module } from '../module.ts'
import { actionLogRoutes, signInLogRoutes, clientErrorLogRoutes } from './log.routes.ts'
import { clientErrorRoutes } from './client/clientError.routes.ts'
import { logJobs } from './log.worker.ts'
import { clientErrorJobs } from './client/clientError.worker.ts'

/** Logs. */
export const logModule: Module = {
  routes: [actionLogRoutes, signInLogRoutes, clientErrorLogRoutes, clientErrorRoutes],
  jobs: [...logJobs, ...clientErrorJobs],
  exports: [actionLog, signInLog],
}
