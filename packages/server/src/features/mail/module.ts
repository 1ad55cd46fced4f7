import type { Module } from '../module.ts'
import { mailServerRoutes } from './server/mailServer.routes.ts'
import { mailTemplateRoutes } from './wording/template.routes.ts'
import { mailLogRoutes } from './log/mailLog.routes.ts'
import { mailJobs } from './delivery/delivery.worker.ts'

/** Mail. */
export const mailModule: Module = {
  routes: [mailServerRoutes, mailTemplateRoutes, mailLogRoutes],
  jobs: mailJobs,
}
