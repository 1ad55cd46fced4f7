import { expect, it } from 'vitest'
import { nextRun } from './nextRun.ts'

it.each([
  ['* * * * *', '2026-11-22T04:10:00.000Z'],
  ['*/5 * * * *', '2026-11-22T04:10:00.000Z'],
  ['9 * * * *', '2026-11-22T05:09:00.000Z'],
  ['41 2 * * *', '2026-11-23T02:41:00.000Z'],
  ['0 0 1 * *', '2026-12-01T00:00:00.000Z'],
  ['0 0 31 2 *', null],
])('finds when %s comes round next', (cron, next) => {
  expect(nextRun(cron, new Date('2026-11-22T04:09:30Z'))?.toISOString() ?? null).toBe(next)
})
