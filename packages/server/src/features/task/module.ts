import type { Module } from '../module.ts'
import { asyncTaskRoutes } from './task.routes.ts'
import { fileTaskRoutes } from './fileTask.routes.ts'
import { taskJobs } from './task.worker.ts'

/** Background tasks and the files they make. */
export const taskModule: Module = {
  routes: [asyncTaskRoutes, fileTaskRoutes],
  jobs: taskJobs,
}
