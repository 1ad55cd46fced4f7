import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyTab } from '../../tabs/tabs.ts'

/** A browser's side of a service worker, moved by hand. */
class FakeWorker extends EventTarget {
  state = 'installing'
  readonly told: unknown[] = []
  postMessage(message: unknown): void {
    this.told.push(message)
  }
  reach(state: string): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class FakeRegistration extends EventTarget {
  active: FakeWorker | null = new FakeWorker()
  installing: FakeWorker | null = null
  waiting: FakeWorker | null = null
  update = () => Promise.resolve()
  find(worker: FakeWorker): void {
    this.installing = worker
    this.dispatchEvent(new Event('updatefound'))
  }
}

let registration: FakeRegistration

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  registration = new FakeRegistration()
  const register = () => Promise.resolve(registration)
  vi.stubGlobal('navigator', { serviceWorker: { register } })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function follow(): Promise<void> {
  const { followUpdates } = await import('./followUpdates.ts')
  await followUpdates()
}

function download(): FakeWorker {
  const worker = new FakeWorker()
  registration.find(worker)
  return worker
}

function arrive(worker: FakeWorker): void {
  registration.waiting = worker
  worker.reach('installed')
}

it('tells of a new version for 8000 ms and takes it up 10 seconds after it is there', async () => {
  await follow()
  const worker = download()
  const { useNotices: shown } = await import('../../../kit/notify.ts')
  expect(shown.getState().list).toMatchObject([{ kind: 'info', lasts: 8000 }])
  arrive(worker)
  expect(shown.getState().list).toMatchObject([{ kind: 'info', lasts: 10_000 }])
  vi.advanceTimersByTime(9999)
  expect(worker.told).toEqual([])
  vi.advanceTimersByTime(1)
  expect(worker.told).toEqual(['takeOver'])
})

it('says nothing of the first version of all', async () => {
  registration.active = null
  await follow()
  arrive(download())
  vi.advanceTimersByTime(20_000)
  const { useNotices: shown } = await import('../../../kit/notify.ts')
  expect(shown.getState().list).toEqual([])
})

it('waits while work is unsaved, and takes the new version up ten seconds after it is saved', async () => {
  await follow()
  const { useTabs: open } = await import('../../tabs/store.ts')
  const { useNotices: shown } = await import('../../../kit/notify.ts')
  open.setState({ tabs: [{ ...emptyTab, id: 'form', dirty: true }], activeId: 'form' })
  const worker = download()
  arrive(worker)
  vi.advanceTimersByTime(60_000)
  expect(worker.told).toEqual([])
  expect(shown.getState().list).toMatchObject([{ kind: 'warning' }])
  open.setState({ tabs: [], activeId: null })
  vi.advanceTimersByTime(1000)
  expect(shown.getState().list).toMatchObject([{ kind: 'info', lasts: 10_000 }])
  vi.advanceTimersByTime(10_000)
  expect(worker.told).toEqual(['takeOver'])
})
