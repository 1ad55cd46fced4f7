import { appStat, appUse, planStat } from '@muster/contract'
import type { Module } from '../module.ts'
import { appStatRoutes, appUseRoutes } from './app/appStat.routes.ts'
import { deviceStatRoutes } from './device/deviceStat.routes.ts'
import { planStatRoutes } from './plan/planStat.routes.ts'
import { versionStatRoutes } from './version/versionStat.routes.ts'
import { wallRoutes } from './wall/wall.routes.ts'
import { workbenchRoutes } from './workbench/workbench.routes.ts'
import { workbenchJobs } from './workbench/count.worker.ts'

/** The figures of the workbench and of the pages of statistics. */
export const statModule: Module = {
  routes: [
    workbenchRoutes,
    deviceStatRoutes,
    versionStatRoutes,
    planStatRoutes,
    wallRoutes,
    appStatRoutes,
    appUseRoutes,
  ],
  jobs: workbenchJobs,
  exports: [planStat, appStat, appUse, { page: appUse.unusedPage }],
}
