import { appStat, appUse, loginBans, logins, planStat } from '@muster/contract'
import type { Module } from '../module.ts'
import { appStatRoutes, appUseRoutes } from './app/appStat.routes.ts'
import { deviceStatRoutes } from './device/deviceStat.routes.ts'
import { auditPackRoutes } from './audit/audit.routes.ts'
import { documentRoutes } from './document/document.routes.ts'
import { loginBanRoutes, loginRoutes } from './login/login.routes.ts'
import { loginJobs } from './login/login.worker.ts'
import { mapStatRoutes } from './map/map.routes.ts'
import { mapJobs } from './map/map.worker.ts'
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
    mapStatRoutes,
    wallRoutes,
    loginRoutes,
    loginBanRoutes,
    appStatRoutes,
    appUseRoutes,
    documentRoutes,
    auditPackRoutes,
  ],
  jobs: [...workbenchJobs, ...loginJobs, ...mapJobs],
  exports: [
    logins,
    { page: logins.flap },
    { page: logins.clone },
    loginBans,
    planStat,
    appStat,
    appUse,
    { page: appUse.unusedPage },
  ],
}
