import { appStat, appUse } from '@muster/contract'
import type { Module } from '../module.ts'
import { appStatRoutes, appUseRoutes } from './app/appStat.routes.ts'
import { deviceStatRoutes } from './device/deviceStat.routes.ts'
import { workbenchRoutes } from './workbench/workbench.routes.ts'
import { workbenchJobs } from './workbench/count.worker.ts'

/** The figures of the workbench and of the pages of statistics. */
export const statModule: Module = {
  routes: [workbenchRoutes, deviceStatRoutes, appStatRoutes, appUseRoutes],
  jobs: workbenchJobs,
  exports: [{ page: appStat.page }, { page: appUse.page }],
}
