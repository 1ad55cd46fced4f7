import { storage } from './storage.ts'

/** What a store of the browser keeps under a name; null where nothing does. Broken, it is forgotten. */
export function readJson(store: Storage, name: string): unknown {
  try {
    return JSON.parse(store.getItem(name) ?? 'null')
  } catch {
    store.removeItem(name)
    return null
  }
}

/** What this browser keeps under a name. The name tells whose it is: nobody else writes it. */
export const kept = <T extends object>(name: string): Partial<T> => readJson(storage, name) ?? {}
