import type { deviceMessages } from '@muster/contract'
import type * as z from 'zod/mini'

type Body = z.output<typeof deviceMessages.upMessages.apps.body>
type App = Body['apps'][number]

/** One U-APPS of a terminal. */
export interface Told {
  readonly deviceId: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly body: Body
}

/** All that a terminal has said of what is installed within a batch, as one word. */
export interface Inventory {
  readonly deviceId: string
  readonly at: number
  /** Whether `apps` is all there is. */
  readonly isFull: boolean
  readonly apps: ReadonlyMap<string, App>
  readonly gone: ReadonlySet<string>
  /** Hash of the list that this changes; null: it does not say, or needs none. */
  readonly base: string | null
  /** Hash of the list as it is then; null: a change between is missing. */
  readonly hash: string | null
}

/** Applications that are kept of a terminal beyond its whole list: by differences alone it could name any number. */
export const mostKeptApps = 1000

/** Folds what each terminal said, in the order in which it said it. */
export function foldInventories(told: readonly Told[]): Inventory[] {
  const folded = new Map<string, Inventory>()
  for (const one of told) folded.set(one.deviceId, after(folded.get(one.deviceId), one))
  return [...folded.values()].toSorted((a, b) => (a.deviceId < b.deviceId ? -1 : 1))
}

function after(before: Inventory | undefined, { deviceId, at, body }: Told): Inventory {
  const { full: isFull, hash, base = null } = body
  const said = new Map(body.apps.map((app) => [app.p, app]))
  if (isFull) return { deviceId, at, isFull, apps: said, gone: new Set(), base: null, hash }
  const gone = new Set(body.gone?.filter((name) => !said.has(name)))
  if (!before) return { deviceId, at, isFull, apps: said, gone, base, hash }
  const kept = [...before.apps].filter(([name]) => !gone.has(name))
  const left = [...before.gone].filter((name) => !said.has(name))
  return {
    ...before,
    at,
    apps: new Map([...kept, ...said].slice(0, mostKeptApps)),
    gone: new Set([...left, ...gone]),
    hash: base === before.hash ? hash : null,
  }
}

/** What a list comes to, where it changes the one on record. */
export function hashAfter(
  { isFull, base, hash }: Inventory,
  recorded: string | null | undefined,
): string | null {
  return isFull || (base !== null && base === recorded) ? hash : null
}
