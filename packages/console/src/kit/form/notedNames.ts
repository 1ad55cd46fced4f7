import { readJson } from '../../platform/kept.ts'

/** Names of chosen records by their ids, in this browser tab until its user signs out. */
const place = 'names'
/** So many are kept: the oldest goes first. */
const most = 50

/** What a record was called when it was last read here; null: not known. */
export const notedName = (id: string): string | null =>
  read().find(([noted]) => noted === id)?.[1] ?? null

/** Notes what a record is called. */
export function noteName(id: string, name: string): void {
  const others = read().filter(([noted]) => noted !== id)
  try {
    sessionStorage.setItem(place, JSON.stringify([...others, [id, name]].slice(-most)))
  } catch {
    // A full store: the name is read anew after a reload.
  }
}

type Noted = readonly (readonly [id: string, name: string])[]

function read(): Noted {
  const found = readJson(sessionStorage, place)
  return Array.isArray(found) ? found.filter(isNoted) : []
}

const isNoted = (value: unknown): value is Noted[number] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
