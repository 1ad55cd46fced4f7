import { applies, models, categories, devices } from '@muster/contract'
import type { Module } from '../module.ts'
import { applyRoutes } from './apply/apply.routes.ts'
import { applyJobs } from './apply/apply.worker.ts'
import { categoryRoutes } from './category/category.routes.ts'
import { modelRoutes } from './model/model.routes.ts'
import { deviceRoutes } from './device.routes.ts'
import { deviceJobs } from './device.worker.ts'
import { modelImport } from './model/modelImport.ts'
import { estateImport } from './estate/import/estateImport.ts'

/** Terminals. */
export const deviceModule: Module = {
  routes: [categoryRoutes, modelRoutes, deviceRoutes, applyRoutes],
  jobs: [...deviceJobs, ...applyJobs],
  exports: [models, categories, devices, applies],
  imports: [modelImport, estateImport],
}
