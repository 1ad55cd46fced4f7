import { expect, it } from 'vitest'
import { locksOf } from './locks.ts'

it.each([
  ['STOCK', 'NEVER', ['orgId']],
  ['ASSIGNED', 'NEVER', ['orgId']],
  ['ASSIGNED', 'OFFLINE', ['sn', 'orgId']],
  ['ACTIVE', 'NEVER', ['sn', 'modelId', 'orgId', 'tid']],
  ['SUSPENDED', 'OFFLINE', ['sn', 'modelId', 'orgId']],
  ['REPAIR', 'OFFLINE', ['sn', 'modelId', 'orgId']],
  ['SCRAPPED', 'OFFLINE', ['sn', 'modelId', 'orgId']],
] as const)('locks in %s, presence %s: %j', (lifecycle, presence, locked) => {
  const locks = Object.entries(locksOf({ lifecycle, presence }))
  expect(locks.filter(([, why]) => why !== null).map(([name]) => name)).toEqual(locked)
})

it('locks nothing of a terminal that is being added', () => {
  expect(Object.values(locksOf(null))).toEqual([null, null, null, null])
})
