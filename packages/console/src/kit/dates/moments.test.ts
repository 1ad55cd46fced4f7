import { afterEach, describe, expect, it } from 'vitest'
import { takeRegion } from '../../platform/format.ts'
import { localMinute, momentOf } from './moments.ts'

const live = (timeZone: string | null) => takeRegion({ timeZone, dateFormat: 'locale' })
afterEach(() => live(null))

it('shows a moment in the zone of the computer and gives the same one back', () => {
  const moment = '2026-03-01T10:30:00.000Z'
  expect(momentOf(localMinute(moment))).toBe(moment)
})

describe('who has chosen a zone of his own', () => {
  it.each([
    ['Asia/Tokyo', '2026-03-01T20:30:00.000Z', '2026-03-02 05:30'],
    ['America/St_Johns', '2026-03-01T02:00:00.000Z', '2026-02-28 22:30'],
    ['Europe/Berlin', '2026-07-01T10:30:00.000Z', '2026-07-01 12:30'],
    // Close to the change of the clocks, on both sides of it.
    ['Europe/Berlin', '2026-03-29T00:30:00.000Z', '2026-03-29 01:30'],
    ['Europe/Berlin', '2026-03-29T01:00:00.000Z', '2026-03-29 03:00'],
    ['America/New_York', '2026-11-01T07:30:00.000Z', '2026-11-01 02:30'],
  ])('reads and writes in %s the moment %s as %s', (zone, moment, shown) => {
    live(zone)
    expect(localMinute(moment)).toBe(shown)
    expect(momentOf(shown)).toBe(moment)
  })
})

it.each(['', 'soon', '2026-13-41T00:00'])('takes %j for no moment', (text) => {
  expect(localMinute(text)).toBe('')
  expect(momentOf(text)).toBe('')
})
