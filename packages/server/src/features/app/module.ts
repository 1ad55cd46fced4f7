import { apks, apps, mqttApks, orgApks } from '@muster/contract'
import type { Module } from '../module.ts'
import { appRoutes } from './app.routes.ts'
import { policyAppRoutes, policyRoutes } from './policy/policy.routes.ts'
import { apkRoutes, packageRuleRoutes } from './version/apk.routes.ts'
import { apkJobs } from './version/apk.worker.ts'
import { mqttApkRoutes } from './push/appPush.routes.ts'

/** Applications and their versions, from the uploaded file to the store. */
export const appModule: Module = {
  routes: [appRoutes, apkRoutes, packageRuleRoutes, policyRoutes, policyAppRoutes, mqttApkRoutes],
  jobs: apkJobs,
  exports: [apps, apks, orgApks, mqttApks, { page: mqttApks.items }],
}
