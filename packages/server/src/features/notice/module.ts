import type { Module } from '../module.ts'
import { noticeRoutes } from './notice.routes.ts'
import { noticeJobs } from './notice.worker.ts'

/** Notices. */
export const noticeModule: Module = {
  routes: [noticeRoutes],
  jobs: noticeJobs,
}
