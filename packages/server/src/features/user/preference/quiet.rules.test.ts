import { noticePreferences } from '@muster/contract'
import { expect, it } from 'vitest'
import { quietUntil } from './quiet.rules.ts'

const wishes = (from: string, until: string, timeZone = 'Asia/Baghdad') =>
  noticePreferences().parse({ quiet: { isOn: true, from, until, timeZone } })

it.each([
  { name: 'over midnight, before it', now: '2026-11-20T20:30:40Z', until: '2026-11-21T04:00:00Z' },
  { name: 'over midnight, after it', now: '2026-11-20T23:30:00Z', until: '2026-11-21T04:00:00Z' },
  { name: 'at their very begin', now: '2026-11-20T19:00:00Z', until: '2026-11-21T04:00:00Z' },
  { name: 'at their very end', now: '2026-11-20T04:00:00Z', until: null },
  { name: 'in the middle of the day', now: '2026-11-20T09:00:00Z', until: null },
])('waits for the end of the quiet hours: $name', ({ now, until }) => {
  const end = quietUntil(wishes('22:00', '07:00'), new Date(now))
  expect(end?.toISOString() ?? null).toBe(until && new Date(until).toISOString())
})

it('knows hours within a day', () => {
  const noon = wishes('12:00', '13:30', 'UTC')
  expect(quietUntil(noon, new Date('2026-11-20T13:00:00Z'))).toEqual(
    new Date('2026-11-20T13:30:00Z'),
  )
  expect(quietUntil(noon, new Date('2026-11-20T14:00:00Z'))).toBeNull()
})

it('waits for nothing where no hours are quiet', () => {
  const now = new Date('2026-11-20T23:30:00Z')
  expect(quietUntil(noticePreferences().parse({}), now)).toBeNull()
  expect(quietUntil(wishes('22:00', '22:00'), now)).toBeNull()
})
