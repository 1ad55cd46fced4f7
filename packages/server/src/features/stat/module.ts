import { logins } from '@muster/contract'
import type { Module } from '../module.ts'
import { loginBanRoutes, loginRoutes } from './login/login.routes.ts'
import { loginJobs } from './login/login.worker.ts'
import { workbenchRoutes } from './workbench/workbench.routes.ts'
import { workbenchJobs } from './workbench/count.worker.ts'

/** Figures: of the workbench, and of how terminals sign in. */
export const statModule: Module = {
  routes: [workbenchRoutes, loginRoutes, loginBanRoutes],
  jobs: [...workbenchJobs, ...loginJobs],
  exports: [logins],
}
