import { storage } from './storage.ts'

/** What this browser keeps under a name, as whoever wrote it there says; broken, it is forgotten. */
export function kept<T extends object>(name: string): Partial<T> {
  try {
    // The name tells whose it is: nobody else writes it.
    return (JSON.parse(storage.getItem(name) ?? '{}') ?? {}) as Partial<T>
  } catch {
    storage.removeItem(name)
    return {}
  }
}
