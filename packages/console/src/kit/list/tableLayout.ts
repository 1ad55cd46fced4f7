import type { ListLook, ListViewState } from '@muster/contract'
import { useSyncExternalStore } from 'react'
import { readJson } from '../../platform/kept.ts'
import { storage } from '../../platform/storage.ts'

/** What a list opens with when its address says nothing. */
export interface Opening {
  readonly id: string
  readonly state: ListViewState
}

interface Kept {
  readonly user: string
  readonly looks: Readonly<Record<string, ListLook>>
  readonly openings: Readonly<Record<string, Opening>>
  /** Lists whose look the server was not yet told. */
  readonly unsent?: Readonly<Record<string, true>>
}

/** The server keeps it all; this copy spares a list from being drawn twice. */
const place = 'lists'
let kept: Kept | null = null
const watching = new Set<() => void>()

/** Another user of this browser begins with nothing. */
function keptOf(user: string): Kept {
  kept ??= read()
  if (kept?.user !== user) kept = { user, looks: {}, openings: {} }
  return kept
}

function read(): Kept | null {
  const found = readJson(storage, place)
  return isKept(found) ? found : null
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'looks' in value && 'openings' in value

function keep(next: Kept): void {
  kept = next
  try {
    storage.setItem(place, JSON.stringify(next))
  } catch {
    // A full store costs a second drawing, no more.
  }
  for (const tell of watching) tell()
}

/** What belongs to a list of a user. */
export interface ListPlace {
  readonly user: string
  /** The list's path; null: a list that nobody arranges. */
  readonly key: string | null
}

/** How lists are arranged while they show a view of somebody else: nobody's own look is lost to it. */
const lent = new Map<string, ListLook>()

/** How a user has arranged the columns of a list, or the view that he looks at; null: as they are shipped. */
export const useTableLayout = ({ user, key }: ListPlace): ListLook | null =>
  useSyncExternalStore(follow, () =>
    key === null ? null : (lent.get(key) ?? keptOf(user).looks[key] ?? null),
  )

/** Shows a list as another one's view has it, until it is given back by null. */
export function lendTableLayout(key: string, look: ListLook | null): void {
  if (look) lent.set(key, look)
  else lent.delete(key)
  for (const tell of watching) tell()
}

/** Whether a list shows how another one has arranged it. */
export const isLent = (key: string): boolean => lent.has(key)

function follow(changed: () => void): () => void {
  watching.add(changed)
  return () => watching.delete(changed)
}

/** What a list opens with, as far as this browser knows: the view that is asked for, or its own. */
export function openingOf({ user, key }: ListPlace, view?: string): Opening | null {
  const own = key === null ? null : keptOf(user).openings[key]
  return own && (view === undefined || view === own.id) ? own : null
}

/** Arranges the columns of a list, in all places where it is shown. */
export function keepTableLayout({ user, key }: ListPlace, look: ListLook | null): void {
  const now = keptOf(user)
  if (key !== null) keep({ ...now, looks: replaced(now.looks, key, look) })
}

/** How a user has arranged a list of his own, as this browser keeps it. */
export const keptLayout = ({ user, key }: ListPlace): ListLook | null =>
  key === null ? null : (keptOf(user).looks[key] ?? null)

/** Whether the server has yet to be told how a list is arranged: what it has is older. */
export const isUnsent = ({ user, key }: ListPlace): boolean =>
  key !== null && keptOf(user).unsent?.[key] !== undefined

/** Notes that the server has yet to be told, or that it was. */
export function keepUnsent({ user, key }: ListPlace, is: boolean): void {
  const { unsent = {}, ...now } = keptOf(user)
  if (key !== null) keep({ ...now, unsent: replaced(unsent, key, is ? true : null) })
}

/** Notes what a list opens with. */
export function keepOpening({ user, key }: ListPlace, opening: Opening | null): void {
  const now = keptOf(user)
  if (key !== null) keep({ ...now, openings: replaced(now.openings, key, opening) })
}

function replaced<T>(all: Readonly<Record<string, T>>, key: string, value: T | null) {
  const { [key]: _, ...others } = all
  return value === null ? others : { ...others, [key]: value }
}
