import { vi } from 'vitest'

/** IndexedDB in memory, as far as the console uses it: jsdom has none. */
export function memoryDatabase(): void {
  const values = new Map<string, unknown>()
  const later = (act: () => void) => queueMicrotask(() => queueMicrotask(act))
  const store = (done: () => void) => {
    const answer = (result: unknown) => {
      const request: { result: unknown; onsuccess?: () => void } = { result }
      later(() => {
        request.onsuccess?.()
        later(done)
      })
      return request
    }
    return {
      get: (name: string) => answer(values.get(name)),
      put: (value: unknown, name: string) => answer(void values.set(name, value)),
      clear: () => answer(values.clear()),
    }
  }
  const database = {
    transaction: () => {
      const transaction: { oncomplete?: () => void; objectStore: () => unknown } = {
        objectStore: () => store(() => transaction.oncomplete?.()),
      }
      return transaction
    },
  }
  vi.stubGlobal('indexedDB', {
    open: () => {
      const request: { result: unknown; onsuccess?: () => void } = { result: database }
      later(() => request.onsuccess?.())
      return request
    },
  })
}
