import type { Call } from '@muster/contract'
import type { Job } from '../kit/jobs.ts'
import type { Feature, Route } from '../kit/serve.ts'
import { rescanUploads } from './file/upload/rescan.ts'
import { checkUpload } from './file/upload/upload.worker.ts'
import type { Module } from './module.ts'
import * as brought from './modules.ts'
import { documentWork } from './stat/report/documents.ts'
import { reportJobs } from './stat/report/report.worker.ts'
import { reportRoutes } from './stat/report/report.routes.ts'
import { todoRecordRoutes } from './stat/workbench/todoRecords.ts'
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

const modules: readonly Module[] = Object.values(brought)

/** Everything that comes round by itself. */
export const jobs: readonly Job[] = recorded([
  ...modules.flatMap((module) => module.jobs ?? []),
  ...reportJobs(() => exportedPages),
])

/** Everything the server serves but its exports and imports. */
const resources: readonly Feature[] = [
  ...modules.flatMap((module) => module.routes),
  serverRoutes(() => jobs),
  reportRoutes(() => exportedPages),
  todoRecordRoutes(() => routes),
]
const routes: readonly Route[] = resources.flatMap((feature) => feature.routes)

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
  DOCUMENT: documentWork,
  BATCH: batchWork(resources),
  UPLOAD_CHECK: checkUpload,
  UPLOAD_SCAN: rescanUploads,
  IMPORT_CHECK: imported,
  IMPORT: imported,
}
