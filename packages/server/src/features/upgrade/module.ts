import { plans, upgradeResults, upgradeVersions } from '@muster/contract'
import type { Module } from '../module.ts'
import { planRoutes } from './plan/plan.routes.ts'
import { practiceRoutes } from './practice/practice.routes.ts'
import { resultJobs } from './result/noteSilent.ts'
import { resultRoutes } from './result/result.routes.ts'
import { versionRoutes } from './version/version.routes.ts'

/** Firmware and other parts of terminals, from the uploaded file to the terminal, and the plans that bring them. */
export const upgradeModule: Module = {
  routes: [versionRoutes, planRoutes, practiceRoutes, resultRoutes],
  jobs: resultJobs,
  exports: [upgradeVersions, plans, upgradeResults],
}
