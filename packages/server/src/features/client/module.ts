import { clients } from '@muster/contract'
import type { Module } from '../module.ts'
import { clientRoutes } from './client.routes.ts'
import { webhookRoutes } from './webhook/webhook.routes.ts'
import { clientJobs } from './webhook/webhook.worker.ts'

/** API clients. */
export const clientModule: Module = {
  routes: [clientRoutes, webhookRoutes],
  jobs: clientJobs,
  exports: [clients],
}
