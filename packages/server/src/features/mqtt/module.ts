import { mqttLog } from '@muster/contract'
import type { Module } from '../module.ts'
import { clientRoutes } from './config/client.routes.ts'
import { configRoutes, settingRoutes } from './config/config.routes.ts'
import { mqttLogRoutes } from './log/mqttLog.routes.ts'
import { mqttJobs } from './mqtt.worker.ts'

/** What is said between terminals and platform, and how it travels. */
export const mqttModule: Module = {
  routes: [mqttLogRoutes, configRoutes, clientRoutes, ...settingRoutes],
  jobs: mqttJobs,
  exports: [mqttLog],
}
