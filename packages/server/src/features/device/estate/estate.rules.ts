import { type Lifecycle, mayMove } from '@muster/contract'
import { lifecycleOf } from '../lifecycle.rules.ts'

/** A terminal of the platform itself waits in stock; one that was given to somebody is assigned. */
export const lifecycleIn = (org: { isRoot: boolean }): Lifecycle =>
  org.isRoot ? 'STOCK' : 'ASSIGNED'

/** States in which a terminal takes no part in the field yet: it may still become any other. */
const isUnused = (lifecycle: string): boolean => ['STOCK', 'ASSIGNED'].includes(lifecycle)

/** What of a terminal a change is judged by. */
export interface Facts {
  readonly lifecycle: string
  readonly sn: string
  readonly tid: string | null
  readonly modelId: string
  readonly orgId: string
}

/**
 * The member that may not change in a terminal's state; null: all is well.
 * A registered terminal proves itself under its serial number, so that stays.
 */
export function lockedMember(
  before: Facts & { readonly isRegistered: boolean },
  after: Omit<Facts, 'lifecycle'>,
): keyof Facts | null {
  const { lifecycle, isRegistered } = before
  if (after.modelId !== before.modelId && !isUnused(lifecycle)) return 'modelId'
  if (after.sn !== before.sn && (isRegistered || !isUnused(lifecycle))) return 'sn'
  if (after.tid !== before.tid && lifecycle === 'ACTIVE') return 'tid'
  if (after.orgId !== before.orgId && !mayMove(lifecycleOf(lifecycle), 'MOVE')) return 'orgId'
  return null
}

interface Warranty {
  readonly warrantyStart?: string | null | undefined
  readonly warrantyMonths?: number | null | undefined
}

interface WarrantyFault {
  readonly field: keyof Warranty
  readonly says: 'device.warrantyBoth' | 'device.warrantyTooFar'
}

/**
 * What is wrong with a warranty: one half is said, from when or for how long, or it ends beyond the
 * last day that there is; null: nothing.
 */
export function faultOfWarranty({
  warrantyStart: start = null,
  warrantyMonths: months = null,
}: Warranty): WarrantyFault | null {
  if (start === null && months === null) return null
  if (start === null) return { field: 'warrantyStart', says: 'device.warrantyBoth' }
  if (months === null) return { field: 'warrantyMonths', says: 'device.warrantyBoth' }
  const [year = 0, month = 0] = start.split('-').map(Number)
  const isTooFar = year * 12 + month + months > lastYear * 12 + 12
  return isTooFar ? { field: 'warrantyStart', says: 'device.warrantyTooFar' } : null
}

/** The last year that a day is written with. */
const lastYear = 9999

/** The state after a move; only a terminal that is not in use yet changes it. */
export const lifecycleAfterMove = (lifecycle: string, org: { isRoot: boolean }): string =>
  isUnused(lifecycle) ? lifecycleIn(org) : lifecycle

/** Whether a terminal may go to the recycle bin. */
export function mayRemove({
  lifecycle,
  isRegistered,
}: {
  lifecycle: string
  isRegistered: boolean
}): boolean {
  if (lifecycle === 'ASSIGNED') return !isRegistered
  return ['UNCLAIMED', 'STOCK', 'SCRAPPED'].includes(lifecycle)
}

/** Where a page lies in a list, counted from its nearer end. */
export interface Window {
  readonly fromEnd: boolean
  readonly offset: number
  readonly limit: number
}

/**
 * The window of a page of a list whose length is known: a page in the latter half is read from
 * the end, so that the last page costs what the first does. Null: beyond the end.
 */
export function windowOf(
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
  total: number,
): Window | null {
  const start = (pageNum - 1) * pageSize
  if (start >= total) return null
  const limit = Math.min(pageSize, total - start)
  const behind = total - start - limit
  return behind < start
    ? { fromEnd: true, offset: behind, limit }
    : { fromEnd: false, offset: start, limit }
}
