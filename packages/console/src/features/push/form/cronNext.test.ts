import { expect, it, onTestFinished, vi } from 'vitest'
import { nextTimes } from './cronNext.ts'

it('names the next times of a line, by the clock of its zone', () => {
  vi.useFakeTimers({ now: new Date('2026-01-01T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  expect(nextTimes('0 3 * * 1', 'UTC', 3)?.map((time) => time.toISOString())).toEqual([
    '2026-01-05T03:00:00.000Z',
    '2026-01-12T03:00:00.000Z',
    '2026-01-19T03:00:00.000Z',
  ])
  const [first] = nextTimes('0 3 * * 1', 'Asia/Baghdad', 1) ?? []
  expect(first?.toISOString()).toBe('2026-01-05T00:00:00.000Z')
})

it.each(['', '0 3 * *', '0 3 * * 1 2026', '61 3 * * 1', 'daily'])('takes %j for none', (line) => {
  expect(nextTimes(line, 'UTC', 3)).toBeNull()
})

it('knows a moment that never comes', () => {
  expect(nextTimes('0 0 31 2 *', 'UTC', 3)).toEqual([])
})
