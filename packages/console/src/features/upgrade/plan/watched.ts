import type { Plan, PlanWait } from '@muster/contract'
import { useMemo } from 'react'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { usePage } from '../../../kit/page/page.ts'
import { addressText } from '../../../platform/address.ts'

/** What is known of a plan before it is read. */
export type Watched = Pick<Plan, 'id'>

/** Where a plan is watched. */
export const watchAddress = (path: string, id: string): string =>
  addressText({ path, query: { watch: id } })

/** The dialog in which a plan is watched: also open for the plan that the address names, until it is closed. */
export function useWatched(dialog: Dialog<Watched>): Dialog<Watched> {
  const { query, setQuery } = usePage()
  const { watch: id, ...others } = query
  const record = useMemo(() => (id ? { id } : null), [id])
  if (record === null || dialog.isOpen) return dialog
  return { ...dialog, isOpen: true, record, close: () => setQuery(others) }
}

/** The longest that a browser's clock can wait. */
const longestMs = 2 ** 31 - 1

/** Milliseconds until something that a plan waits for is over; false: nothing has a time. Of that no stream tells. */
export function untilNext(waits: readonly PlanWait[] = []): number | false {
  const now = Date.now()
  const times = waits
    .flatMap(({ until, terminals }) => [until, ...terminals.map((held) => held.until)])
    .flatMap((until) => (until === null ? [] : [Date.parse(until) - now]))
    .filter((ms) => ms > 0)
  return times.length > 0 && Math.min(Math.min(...times) + 1000, longestMs)
}
