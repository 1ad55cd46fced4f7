import { session } from '@muster/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../test/answers.ts'
import { changed, followLive } from './live.ts'
import { queries } from './queries.ts'

const base = '/admin/device/v1/device'

const isStale = (...key: unknown[]) => queries.getQueryState(key)?.isInvalidated

function know(...key: unknown[]): void {
  queries.setQueryData(key, 'known')
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  queries.clear()
})

it('marks what lies below the path of the change, and nothing beside it', () => {
  know(`${base}/page`, {})
  know('/admin/device/v1/devices/page', {})
  changed({ path: base, ids: [] })
  vi.advanceTimersByTime(2000)
  expect(isStale(`${base}/page`, {})).toBe(true)
  expect(isStale('/admin/device/v1/devices/page', {})).toBe(false)
})

it('leaves what was read of records that did not change', () => {
  const [mine, other] = ['a', 'b'].map((id) => [`${base}/detail/${id}`, { params: { id } }])
  know(...(mine ?? []))
  know(...(other ?? []))
  know(`${base}/count`, {})
  changed({ path: base, ids: ['b'] })
  vi.advanceTimersByTime(2000)
  expect(isStale(...(mine ?? []))).toBe(false)
  expect(isStale(...(other ?? []))).toBe(true)
  expect(isStale(`${base}/count`, {})).toBe(true)
})

it('gathers the records of changes that come close together', () => {
  const keys = ['a', 'b'].map((id) => [`${base}/detail/${id}`, { params: { id } }])
  for (const key of keys) know(...key)
  changed({ path: base, ids: ['a'] })
  changed({ path: base, ids: ['b'] })
  vi.advanceTimersByTime(2000)
  expect(keys.map((key) => isStale(...key))).toEqual([true, true])
})

it('knows the tasks of a terminal by the path of their terminal', () => {
  const key = [`${base}/a/tasks`, { params: { id: 'a' } }]
  know(...key)
  changed({ path: `${base}/a/tasks`, ids: ['some task'] })
  vi.advanceTimersByTime(2000)
  expect(isStale(...key)).toBe(true)
})

/** Follows a stream; answers how to open it, as the server would. */
async function followed() {
  const sockets: { onopen?: () => void }[] = []
  class Socket {
    onopen?: () => void
    constructor() {
      sockets.push(this)
    }
    close() {}
  }
  vi.stubGlobal('WebSocket', Socket)
  answerCalls().reply(session.ticket, () => ({ ticket: 'ticket' }))
  const stop = followLive()
  await vi.waitFor(() => expect(sockets).toHaveLength(1))
  return { open: () => sockets[0]?.onopen?.(), stop }
}

it('has read again what was read before the stream first opened, but for what was read just now', async () => {
  know(`${base}/page`, {})
  const { open, stop } = await followed()
  vi.advanceTimersByTime(3000)
  know(`${base}/count`, {})
  open()
  expect(isStale(`${base}/page`, {})).toBe(true)
  expect(isStale(`${base}/count`, {})).toBe(false)
  stop()
})
