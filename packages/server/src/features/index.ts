import type { Call } from '@muster/contract'
import type { Job } from '../kit/jobs.ts'
import type { Feature } from '../kit/serve.ts'
import { clientModule } from './client/module.ts'
import { deviceModule } from './device/module.ts'
import { fileModule } from './file/module.ts'
import { logModule } from './log/module.ts'
import { mailModule } from './mail/module.ts'
import { noticeModule } from './notice/module.ts'
import { organizationModule } from './organization/module.ts'
import { statModule } from './stat/module.ts'
import { systemModule } from './system/module.ts'
import { taskModule } from './task/module.ts'
import { timezoneModule } from './timezone/module.ts'
import { transferModule } from './transfer/module.ts'
import { userModule } from './user/module.ts'
import { vendorModule } from './vendor/module.ts'
import { rescanUploads } from './file/upload/rescan.ts'
import { checkUpload } from './file/upload/upload.worker.ts'
import type { Module } from './module.ts'
import { recorded } from './system/server/jobRuns.ts'
import { serverRoutes } from './system/server/server.routes.ts'
import { batchWork, type TaskRunners } from './task/index.ts'
import {
  exportRoutes,
  exportWork,
  importRoutes,
  importWork,
  writtenLists,
} from './transfer/index.ts'

/** One line a folder; what each of them brings, its module.ts says. */
const modules: readonly Module[] = [
  userModule,
  systemModule,
  mailModule,
  timezoneModule,
  vendorModule,
  organizationModule,
  clientModule,
  deviceModule,
  noticeModule,
  logModule,
  taskModule,
  fileModule,
  statModule,
  transferModule,
]

/** Everything that comes round by itself. */
export const jobs: readonly Job[] = recorded(modules.flatMap((module) => module.jobs ?? []))

/** Everything the server serves but its exports and imports. */
const resources: readonly Feature[] = [
  ...modules.flatMap((module) => module.routes),
  serverRoutes(() => jobs),
]
const routes = resources.flatMap((feature) => feature.routes)

const exported: ReadonlySet<Call> = new Set(
  modules.flatMap((module) => module.exports ?? []).map(({ page }) => page),
)
const exportedPages = routes.filter(({ call }) => exported.has(call))

/** The lists that take the rows of a sheet. */
export const importedLists = writtenLists(
  modules.flatMap((module) => module.imports ?? []),
  routes,
)
const imported = importWork(importedLists)

/** Everything the server serves. */
export const features: readonly Feature[] = [
  ...resources,
  exportRoutes(exportedPages),
  importRoutes(importedLists),
]

/** Everything that people ask for and then wait for. */
export const taskRunners: TaskRunners = {
  EXPORT: exportWork(exportedPages),
  BATCH: batchWork(resources),
  UPLOAD_CHECK: checkUpload,
  UPLOAD_SCAN: rescanUploads,
  IMPORT_CHECK: imported,
  IMPORT: imported,
}
