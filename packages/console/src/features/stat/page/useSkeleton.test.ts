import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSkeleton } from './useSkeleton.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

it('shows for 500 milliseconds, though the figures are there earlier', async () => {
  const { result, rerender } = renderHook(useSkeleton, { initialProps: false })
  await pass(100)
  rerender(true)
  await pass(399)
  expect(result.current).toBe(true)
  await pass(1)
  expect(result.current).toBe(false)
})

it('stays until there are figures', async () => {
  const { result, rerender } = renderHook(useSkeleton, { initialProps: false })
  await pass(10_000)
  expect(result.current).toBe(true)
  rerender(true)
  expect(result.current).toBe(false)
})

it('does not show where the figures are there at once', () => {
  expect(renderHook(useSkeleton, { initialProps: true }).result.current).toBe(false)
})

it('shows again while what failed is asked once more: no card is blank', async () => {
  const { result, rerender } = renderHook(useSkeleton, { initialProps: true })
  rerender(false)
  expect(result.current).toBe(true)
  await pass(10_000)
  expect(result.current).toBe(true)
  rerender(true)
  expect(result.current).toBe(false)
})
