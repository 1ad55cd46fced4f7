import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ChunkLoadError, loadChunk } from './chunk.ts'
import { followConnectivity, heardServer } from './connectivity.ts'

const missing = new TypeError('Failed to fetch dynamically imported module: /assets/a.js')

let isThere = true
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  isThere = true
  vi.stubGlobal('fetch', async () => new Response('', { status: isThere ? 200 : 503 }))
  stop = followConnectivity()
})
afterEach(() => {
  stop()
  heardServer()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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

it('waits for a server that is away, and then asks once more', async () => {
  isThere = false
  const load = vi.fn<() => Promise<string>>(async () => {
    if (isThere) return 'code'
    throw missing
  })
  const loading = loadChunk(load)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(load).toHaveBeenCalledTimes(1)
  isThere = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await loading).toBe('code')
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
