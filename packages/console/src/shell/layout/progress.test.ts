import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { awaitPage, showArrival, showReload, trickled, useProgress } from './progress.ts'

const done = () => useProgress.getState().done

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
})

it('ends 200 ms after a page is loaded anew, and goes after 500 ms', () => {
  showReload()
  vi.advanceTimersByTime(199)
  expect(done()).toBeLessThan(1)
  vi.advanceTimersByTime(1)
  expect(done()).toBe(1)
  vi.advanceTimersByTime(499)
  expect(done()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(done()).toBeNull()
})

it('grows by a step each 200 ms until the code of a page has come', () => {
  const came = awaitPage()
  showArrival()
  const steps = [0, 1, 2].map(() => {
    vi.advanceTimersByTime(200)
    return done()?.toFixed(2)
  })
  expect(steps).toEqual(['0.18', '0.28', '0.32'])
  came()
  expect(done()).toBe(1)
})

it('ends at once for a page that is there', () => {
  showArrival()
  vi.advanceTimersByTime(0)
  expect(done()).toBe(1)
})

it('is never full by waiting', () => {
  expect(Array.from({ length: 500 }).reduce<number>(trickled, 0)).toBe(0.994)
})
