import type { deviceStat, ReplyOf } from '@muster/contract'

export type Parts = Pick<ReplyOf<typeof deviceStat.distribution>, 'parts' | 'others'>

/** How many of many records are named; the rest are "others". */
export const named = 10

export interface Ranked {
  readonly key: string
  readonly name: string | null
  readonly count: number
  /** Of all of them, also of those that are not named. */
  readonly total: number
}

/** The parts with most terminals, and how many the others have. */
export function ranked(rows: readonly Ranked[]): Parts {
  const parts = rows.map(({ key, name, count }) => ({ key, name, count, withBelow: true }))
  return { parts, others: (rows[0]?.total ?? 0) - sumOf(parts) }
}

export const sumOf = (parts: readonly { readonly count: number }[]): number =>
  parts.reduce((sum, { count }) => sum + count, 0)
