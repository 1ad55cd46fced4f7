import { expect, it } from 'vitest'
import { standingWish } from './standingWish.ts'

it.each([
  ['days from one to another', { from: '2026-11-01', to: '2026-11-30' }, { days: '30' }],
  ['a day of the map', { day: '2026-11-20' }, {}],
  ['a time', { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }, {}],
  ['so many days', { days: '7' }, { days: '7' }],
])('of %s nothing stands still in a report', (_, asked, wish) => {
  expect(standingWish({ orgId: 'bank', ...asked })).toEqual({ orgId: 'bank', ...wish })
})
