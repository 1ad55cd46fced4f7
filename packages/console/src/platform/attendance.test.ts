import { afterEach, expect, it, vi } from 'vitest'
import { isAttended } from './attendance.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('holds a page for attended until a minute after the last key or touch', () => {
  vi.useFakeTimers({ now: Date.now() + 3_600_000 })
  expect(isAttended()).toBe(false)
  dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))
  expect(isAttended()).toBe(true)
  vi.advanceTimersByTime(59_000)
  expect(isAttended()).toBe(true)
  vi.advanceTimersByTime(2_000)
  expect(isAttended()).toBe(false)
  dispatchEvent(new Event('pointerdown'))
  expect(isAttended()).toBe(true)
})
