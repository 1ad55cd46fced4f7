import type { Platform } from '../../kit/context.ts'
import { every } from '../../platform/every.ts'
import { followMoments } from './assignment/force.ts'
import { bringParams } from './delivery/bring.ts'
import { paramBell } from './resolve/bell.ts'
import { followParams } from './resolve/follow.ts'

/** Follows what changes about values: what comes into force by the clock, and what each terminal should have. */
export function startParamWorker(platform: Platform): { readonly stop: () => Promise<void> } {
  const { db, secrets, log, live } = platform
  const job = every({ name: 'values of parameters', seconds: 2, log }, async () => {
    await db.transaction().execute((trx) => followMoments({ db: trx, secrets }))
    await followParams(platform)
    await bringParams(platform)
  })
  const silence = live.onDoorbell(paramBell, job.soon)
  return {
    stop: () => {
      silence()
      return job.stop()
    },
  }
}
