import { followParams } from '../src/features/param/resolve/follow.ts'
import type { TestApp } from './testApp.ts'
import { until } from './until.ts'

/**
 * Finds what terminals should have, and does something else when that is written and not committed yet: whatever
 * does not wait for it has ended before the commit.
 */
export async function whileFollowing(
  { platform }: Pick<TestApp, 'platform'>,
  other: () => Promise<unknown>,
): Promise<void> {
  const { pool } = platform
  const waiting = async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length
  }
  const holder = await pool.connect()
  // What was found is judged by rules, last of all.
  await holder.query('begin; lock table param_rule in access exclusive mode')
  const following = followParams(platform)
  await until(async () => (await waiting()) === 1, 'what is found is written')
  let hasEnded = false
  const doing = other().finally(() => {
    hasEnded = true
  })
  await until(async () => hasEnded || (await waiting()) === 2, 'the other one waits or has ended')
  await holder.query('rollback')
  holder.release()
  await Promise.all([following, doing])
}
