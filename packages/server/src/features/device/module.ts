import {
  applies,
  appLog,
  deviceLog,
  repairs,
  models,
  categories,
  devices,
  stations,
  functionals,
  features,
  vendorFeatures,
  classifications,
  groups,
  locations,
  mqttTasks,
} from '@muster/contract'
import type { Module } from '../module.ts'
import { applyRoutes } from './apply/apply.routes.ts'
import { applyJobs } from './apply/apply.worker.ts'
import { repairRoutes } from './repair/repair.routes.ts'
import { repairJobs } from './repair/repair.worker.ts'
import { categoryRoutes } from './category/category.routes.ts'
import { featureImport } from './feature/featureImport.ts'
import { featureRoutes } from './feature/feature.routes.ts'
import { matrixImport } from './matrix/matrixImport.ts'
import { matrixRoutes } from './matrix/matrix.routes.ts'
import { classificationRoutes } from './classification/classification.routes.ts'
import { memberImport } from './group/memberImport.ts'
import { groupRoutes } from './group/group.routes.ts'
import { modelRoutes } from './model/model.routes.ts'
import { qualityRoutes } from './quality/quality.routes.ts'
import { deviceRoutes } from './device.routes.ts'
import { mqttTaskRoutes } from './push/push.routes.ts'
import { taskTemplateRoutes } from './template/template.routes.ts'
import { effectiveRoutes, functionalRoutes } from './functional/functional.routes.ts'
import { appLogRoutes, deviceLogRoutes } from './log/log.routes.ts'
import { locationRoutes } from './location/location.routes.ts'
import { deviceJobs } from './device.worker.ts'
import { modelImport } from './model/modelImport.ts'
import { stationRoutes } from './station/station.routes.ts'
import { stationImport } from './station/stationImport.ts'
import { estateImport } from './estate/import/estateImport.ts'

/** Terminals. */
export const deviceModule: Module = {
  routes: [
    categoryRoutes,
    modelRoutes,
    qualityRoutes,
    deviceRoutes,
    mqttTaskRoutes,
    taskTemplateRoutes,
    applyRoutes,
    repairRoutes,
    stationRoutes,
    functionalRoutes,
    effectiveRoutes,
    featureRoutes,
    matrixRoutes,
    groupRoutes,
    classificationRoutes,
    locationRoutes,
    deviceLogRoutes,
    appLogRoutes,
  ],
  jobs: [...deviceJobs, ...applyJobs, ...repairJobs],
  exports: [
    models,
    categories,
    devices,
    applies,
    { page: applies.unclaimed },
    repairs,
    stations,
    functionals,
    features,
    vendorFeatures,
    groups,
    classifications,
    locations,
    deviceLog,
    appLog,
    mqttTasks,
    { page: mqttTasks.items },
  ],
  imports: [modelImport, estateImport, stationImport, featureImport, matrixImport, memberImport],
}
