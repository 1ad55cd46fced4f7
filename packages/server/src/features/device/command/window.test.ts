import { describe, expect, it } from 'vitest'
import { windowHold } from './window.ts'

const every = [1, 2, 3, 4, 5, 6, 7]
const at = (moment: string) => new Date(moment)

describe('hours of a push', () => {
  it.each([
    ['inside', '2026-11-25T02:00:00Z', null],
    ['on their first minute', '2026-11-25T01:00:00Z', null],
    ['before', '2026-11-25T00:59:00Z', '2026-11-25T01:00:00.000Z'],
    ['on their end', '2026-11-25T05:00:00Z', '2026-11-26T01:00:00.000Z'],
  ])('%s', (_, now, until) => {
    const hold = windowHold({ from: '01:00', until: '05:00', days: every }, 'UTC', at(now))
    expect(hold?.until?.toISOString() ?? null).toBe(until)
  })

  it('go over midnight, and belong to the day that they begin on', () => {
    // Wednesdays only; the 25th is one.
    const window = { from: '22:00', until: '04:00', days: [3] }
    expect(windowHold(window, 'UTC', at('2026-11-26T03:59:00Z'))).toBeNull()
    expect(windowHold(window, 'UTC', at('2026-11-25T03:00:00Z'))?.until).toEqual(
      at('2026-11-25T22:00:00Z'),
    )
    expect(windowHold(window, 'UTC', at('2026-11-26T04:00:00Z'))?.until).toEqual(
      at('2026-12-02T22:00:00Z'),
    )
  })

  it('are those of the clock where the terminal is', () => {
    const window = { from: '01:00', until: '05:00', days: every }
    expect(windowHold(window, 'Asia/Baghdad', at('2026-11-24T22:30:00Z'))).toBeNull()
    expect(windowHold(window, 'Asia/Baghdad', at('2026-11-25T03:00:00Z'))?.until).toEqual(
      at('2026-11-25T22:00:00Z'),
    )
  })

  it('that begin in an hour that the clock leaps over begin when it has leapt', () => {
    const window = { from: '02:30', until: '05:00', days: every }
    const hold = windowHold(window, 'Europe/Berlin', at('2026-03-29T00:00:00Z'))
    expect(hold?.until).toEqual(at('2026-03-29T01:30:00Z'))
  })

  it('that the clock leaps over altogether come when it has leapt, and no later', () => {
    // Sundays alone; the 29th is one.
    const window = { from: '02:15', until: '02:45', days: [7] }
    const hold = (moment: string) => windowHold(window, 'Europe/Berlin', at(moment))
    expect(hold('2026-03-29T01:10:00Z')?.until).toEqual(at('2026-03-29T01:15:00Z'))
    expect(hold('2026-03-29T01:15:00Z')).toBeNull()
    expect(hold('2026-03-29T01:44:00Z')).toBeNull()
    expect(hold('2026-03-29T01:45:00Z')?.until).toEqual(at('2026-04-05T00:15:00Z'))
  })
})
