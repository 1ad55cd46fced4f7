import type { ReplyOf } from '../core/call.ts'
import type { appStat } from './app.ts'

export type AppTrend = ReplyOf<typeof appStat.trend>
export type AppStep = AppTrend['points'][number]

const inTenths = (value: number) => Math.round(value * 10) / 10

/** Crashes and times without an answer on each thousand days of terminals; null: none told. */
export const troubleRate = ({ crashes, anrs, days }: AppStep): number | null =>
  days === 0 ? null : inTenths(((crashes + anrs) * 1000) / days)

/** Percent of the terminals that told of a day on which it was opened; null: none told. */
export const activeRate = ({ active, days }: AppStep): number | null =>
  days === 0 ? null : inTenths((active * 100) / days)

/** What was done, and what failed. */
export const actsIn = ({ acts }: AppStep) => ({
  come: acts.INSTALLED + acts.UPDATED + acts.DOWNGRADED,
  gone: acts.REMOVED,
  failed: acts.INSTALL_FAILED + acts.REMOVE_FAILED,
})
