import type { Module } from '../module.ts'
import { workbenchRoutes } from './workbench/workbench.routes.ts'
import { workbenchJobs } from './workbench/count.worker.ts'

/** The figures of the workbench. */
export const statModule: Module = {
  routes: [workbenchRoutes],
  jobs: workbenchJobs,
}
