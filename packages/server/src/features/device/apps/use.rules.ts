import type { UsedDay } from '@muster/contract'

/** How one application was used on a terminal on one day. */
export interface UseRow {
  readonly deviceId: string
  readonly day: string
  readonly package: string
  readonly version: number | null
  readonly launches: number
  readonly minutes: number
  readonly kilobytes: number
  readonly crashes: number
  readonly anrs: number
  readonly hours: readonly number[] | null
  /** Epoch milliseconds; null: it does not say. */
  readonly lastUsedAt: number | null
  /** When the terminal counted, epoch milliseconds. */
  readonly toldAt: number
}

/** What a terminal tells of the use of its applications, a row a day and application. */
export const usesIn = (deviceId: string, days: readonly UsedDay[]): readonly UseRow[] =>
  days.flatMap(({ day, at, apps }) =>
    apps.map(({ p, vc = null, n, min, kb = 0, cr = 0, anr = 0, last = null, h = null }) => ({
      deviceId,
      day,
      package: p,
      version: vc,
      launches: n,
      minutes: min,
      kilobytes: kb,
      crashes: cr,
      anrs: anr,
      hours: h,
      lastUsedAt: last,
      toldAt: at,
    })),
  )
