import { apks, apps, mqttApks, orgApks, testTracks } from '@muster/contract'
import type { Module } from '../module.ts'
import { appImport } from './appImport.ts'
import { appRoutes } from './app.routes.ts'
import { policyAppRoutes, policyRoutes } from './policy/policy.routes.ts'
import { apkRoutes, apkTemplateRoutes, packageRuleRoutes } from './version/apk.routes.ts'
import { apkJobs } from './version/apk.worker.ts'
import { trackRoutes } from './track/track.routes.ts'
import { mqttApkRoutes } from './push/appPush.routes.ts'

/** Applications and their versions, from the uploaded file to the store. */
export const appModule: Module = {
  routes: [
    appRoutes,
    apkRoutes,
    apkTemplateRoutes,
    packageRuleRoutes,
    policyRoutes,
    policyAppRoutes,
    mqttApkRoutes,
    trackRoutes,
  ],
  jobs: apkJobs,
  imports: [appImport],
  exports: [
    apps,
    apks,
    testTracks,
    orgApks,
    { page: orgApks.standing },
    mqttApks,
    { page: mqttApks.items },
  ],
}
