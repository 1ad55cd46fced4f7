import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ChunkLoadError, loadChunk } from './chunk.ts'

const missing = new TypeError('Failed to fetch dynamically imported module: /assets/a.js')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('asks once more for code that did not come', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(missing)
    .mockResolvedValueOnce('code')
  const loading = loadChunk(load)
  await vi.runAllTimersAsync()
  expect(await loading).toBe('code')
  expect(load).toHaveBeenCalledTimes(2)
})

it('says ChunkLoadError when it does not come twice', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(missing)
  const outcome = loadChunk(load).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await outcome).toBeInstanceOf(ChunkLoadError)
  expect(load).toHaveBeenCalledTimes(2)
})

it('waits 120 seconds for it', async () => {
  const load = vi.fn<() => Promise<never>>(() => new Promise(() => undefined))
  const outcome = loadChunk(load).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1 + 800)
  expect(load).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await outcome).toBeInstanceOf(ChunkLoadError)
})

it('leaves a fault of the code itself as it is', async () => {
  const fault = new RangeError('a fault of the screen')
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(fault)
  await expect(loadChunk(load)).rejects.toBe(fault)
  expect(load).toHaveBeenCalledTimes(1)
})
