import { followParams } from '../src/features/param/resolve/follow.ts'
import type { TestApp } from './testApp.ts'
import { until } from './until.ts'
import { lockWaits, untilLockWaits } from './untilLockWaits.ts'

/**
 * Finds what terminals should have, and does something else when that is written and not committed yet: whatever
 * does not wait for it has ended before the commit.
 */
export async function whileFollowing(
  { platform }: Pick<TestApp, 'platform'>,
  other: () => Promise<unknown>,
): Promise<void> {
  const { db, pool } = platform
  const holder = await pool.connect()
  // What was found is judged by rules, last of all.
  await holder.query('begin; lock table param_rule in access exclusive mode')
  const following = followParams(platform)
  await untilLockWaits(db)
  let hasEnded = false
  const doing = other().finally(() => {
    hasEnded = true
  })
  await until(
    async () => hasEnded || (await lockWaits(db)) === 2,
    'the other one waits or has ended',
  )
  await holder.query('rollback')
  holder.release()
  await Promise.all([following, doing])
}
