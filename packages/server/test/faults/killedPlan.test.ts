import { plans } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPreparedDatabase } from '../prepared.ts'
import type { TestDatabase } from '../testDatabase.ts'
import { until } from '../until.ts'
import { openPlanBench, type PlanBench } from './planBench.ts'

// A plan goes on wherever the server died under it: no terminal installs twice, none is forgotten, and the
// figures are those of the items.

const count = 24

let database: TestDatabase
let bench: PlanBench

beforeAll(async () => {
  database = await createPreparedDatabase()
  bench = await openPlanBench(count, database.url)
})

afterAll(async () => {
  await bench.close()
  await database.drop()
})

/** How many terminals have restarted so often since. */
function restartsSince(before: readonly number[]): Readonly<Record<number, number>> {
  const each = bench.boots().map((now, nth) => now - (before[nth] ?? 0))
  return Object.fromEntries(
    [...Map.groupBy(each, (times) => times)].map(([times, ones]) => [times, ones.length]),
  )
}

it('ends as it would have, whichever state it is killed in', async () => {
  const { restart, comes, soaked, reached, call, hasNoStrays } = bench
  const before = bench.boots()
  const first = await bench.begin(await bench.addVersion(), { waves: [{}] })
  await comes(first, 'FINISHED')
  const waves = [10, 100].map((percent) => ({ percent, soakMinutes: 60 }))
  const id = await bench.begin(await bench.addVersion(), { waveKind: 'LADDER', waves })
  // SCHEDULED, or EXPANDING by now.
  await restart()
  await comes(id, 'SOAKING', 1)
  await restart()
  await soaked(id)
  await comes(id, 'RUNNING', 2)
  await until(async () => (await reached(id, 'published_at')) >= count / 4, 'some are told')
  await restart()
  await until(async () => (await reached(id, 'acked_at')) >= count / 2, 'some have accepted')
  await call(plans.pause, { params: { id } })
  await restart()
  expect(await bench.stateOf(id)).toMatchObject({ state: 'PAUSED', wave: 2 })
  await call(plans.resume, { params: { id } })
  await restart()
  await comes(id, 'SOAKING', 2)
  await soaked(id)
  await comes(id, 'FINISHED')
  await hasNoStrays(id)
  expect(restartsSince(before)).toEqual({ 2: count })
  await call(plans.rollBack, { params: { id } })
  expect(await bench.stateOf(id)).toMatchObject({ state: 'ROLLING_BACK' })
  await restart()
  await comes(id, 'ROLLED_BACK')
  await hasNoStrays(id)
  expect(restartsSince(before)).toEqual({ 3: count })
}, 500_000)
