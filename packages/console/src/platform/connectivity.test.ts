import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followConnectivity, heardServer, missedServer, useConnectivity } from './connectivity.ts'

let stop = () => {}
let isBack = false
const probes: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  isBack = false
  probes.length = 0
  vi.stubGlobal('fetch', async (path: string) => {
    probes.push(path)
    return new Response('', { status: isBack ? 200 : 503 })
  })
  stop = followConnectivity()
})
afterEach(() => {
  stop()
  heardServer()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('asks with growing pauses until the server is ready', async () => {
  missedServer()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(probes.length).toBeGreaterThan(4)
  expect(probes.length).toBeLessThan(14)
  isBack = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(useConnectivity.getState().isDown).toBe(false)
  const asked = probes.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(probes.length).toBe(asked)
})

it('asks at once when the browser is back on a network', async () => {
  dispatchEvent(new Event('offline'))
  expect(useConnectivity.getState().isDown).toBe(true)
  isBack = true
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect([useConnectivity.getState().isDown, probes]).toEqual([false, ['/readyz']])
})

it('asks nothing while the server answers', async () => {
  await vi.advanceTimersByTimeAsync(60_000)
  expect(probes).toEqual([])
})
