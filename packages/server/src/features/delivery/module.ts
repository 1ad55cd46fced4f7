import { every } from '../../kit/jobs.ts'
import type { Module } from '../module.ts'
import { forgetDownloads } from './download.queries.ts'

/** Bytes on their way to terminals. */
export const deliveryModule: Module = {
  routes: [],
  jobs: [every('17 * * * *', 'delivery.forget', ({ pool }) => forgetDownloads(pool))],
}
