import type { Module } from '../module.ts'
import { uploadRoutes } from './upload/upload.routes.ts'
import { uploadConfigRoutes } from './upload/uploadRules.ts'
import { uploadJobs } from './upload/upload.worker.ts'

/** Files that people send. */
export const fileModule: Module = {
  routes: [uploadRoutes, uploadConfigRoutes],
  jobs: uploadJobs,
}
