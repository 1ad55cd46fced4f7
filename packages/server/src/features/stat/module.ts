import type { Module } from '../module.ts'
import { deviceStatRoutes } from './device/deviceStat.routes.ts'
import { workbenchRoutes } from './workbench/workbench.routes.ts'
import { workbenchJobs } from './workbench/count.worker.ts'

/** The figures of the workbench and of the pages of statistics. */
export const statModule: Module = {
  routes: [workbenchRoutes, deviceStatRoutes],
  jobs: workbenchJobs,
}
