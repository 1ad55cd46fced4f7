import { upgradeResults, upgradeVersions } from '@muster/contract'
import type { Module } from '../module.ts'
import { resultJobs } from './result/noteSilent.ts'
import { resultRoutes } from './result/result.routes.ts'
import { versionRoutes } from './version/version.routes.ts'

/** Firmware and other parts of terminals, from the uploaded file to the terminal. */
export const upgradeModule: Module = {
  routes: [versionRoutes, resultRoutes],
  jobs: resultJobs,
  exports: [upgradeVersions, upgradeResults],
}
