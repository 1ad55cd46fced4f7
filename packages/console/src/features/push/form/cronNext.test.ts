import { expect, it, onTestFinished, vi } from 'vitest'
import { nextTimes } from './cronNext.ts'

it('names the next times of a line, by the clock of UTC', () => {
  vi.useFakeTimers({ now: new Date('2026-01-01T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  expect(nextTimes('0 3 * * 1', 3)?.map((time) => time.toISOString())).toEqual([
    '2026-01-05T03:00:00.000Z',
    '2026-01-12T03:00:00.000Z',
    '2026-01-19T03:00:00.000Z',
  ])
})

it.each(['', '0 3 * *', '0 3 * * 1 2026', '61 3 * * 1', 'daily'])('takes %j for none', (line) => {
  expect(nextTimes(line, 3)).toBeNull()
})

it('knows a moment that never comes', () => {
  expect(nextTimes('0 0 31 2 *', 3)).toEqual([])
})
