import type { Platform } from '../../kit/context.ts'
import { every } from '../../kit/jobs.ts'
import type { Module } from '../module.ts'
import { forgetDownloads } from './download.queries.ts'
import { forgetSlots } from './slot.queries.ts'

/** Bytes on their way to terminals. */
export const deliveryModule: Module = {
  routes: [],
  jobs: [every('17 * * * *', 'delivery.forget', forget)],
}

async function forget({ pool }: Platform): Promise<void> {
  await forgetDownloads(pool)
  await forgetSlots(pool)
}
