import type { ReplyOf } from '../core/call.ts'
import { severities } from '../device/event.ts'
import { type deviceStat, leavings } from './device.ts'

export type EstateTrend = ReplyOf<typeof deviceStat.trend>
export type EstateStep = EstateTrend['points'][number]

/** Shares are shown in percent, with one digit. */
const inTenths = (value: number) => Math.round(value * 10) / 10

/** Of the terminals in service, how many were online; in percent. */
export function onlineRate(
  { terminals }: Pick<EstateStep, 'terminals'>,
  online: number | null,
): number | null {
  if (terminals === null || terminals === 0 || online === null) return null
  return Math.min(100, inTenths((online * 100) / terminals))
}

export const leftIn = ({ left }: EstateStep): number =>
  sumOf(leavings.map((leaving) => left[leaving]))

export const alarmsIn = ({ alarms }: EstateStep): number =>
  sumOf(severities.map((severity) => alarms[severity]))

/** Alarms of each thousand terminals in service. */
export function alarmRate(step: EstateStep): number | null {
  const { terminals } = step
  return terminals === null || terminals === 0
    ? null
    : inTenths((alarmsIn(step) * 1000) / terminals)
}

export interface Availability {
  /** Percent of the time in service that terminals were online; null: nothing was counted. */
  readonly share: number | null
  /** Percent that is agreed; null: nothing is. */
  readonly agreed: number | null
  /** Null: nothing is agreed, or nothing was counted. */
  readonly isMet: boolean | null
  readonly failures: number
  /** Hours online between two failures; null: none failed, or nobody counted. */
  readonly hoursBetween: number | null
}

type Served = Pick<EstateStep, 'terminals' | 'online' | 'hours'>

/** Time in service, and time online, of the steps of which both is known. */
function timesOf(points: readonly Served[]): { readonly service: number; readonly online: number } {
  const known = points.flatMap(({ terminals, online, hours }) =>
    terminals === null || online === null
      ? []
      : [{ service: terminals * hours, online: online * hours }],
  )
  return {
    service: sumOf(known.map((step) => step.service)),
    online: sumOf(known.map((step) => step.online)),
  }
}

/** How much of the time terminals were online, and whether that is what is agreed. */
export function servedIn(
  points: readonly Served[],
  agreed: number | null,
): Pick<Availability, 'share' | 'isMet'> {
  const { service, online } = timesOf(points)
  return {
    share: service === 0 ? null : Math.min(100, inTenths((online * 100) / service)),
    // Not by the share as it is shown: what is rounded up may fall short.
    isMet: agreed === null || service === 0 ? null : online * 100 >= service * agreed,
  }
}

export function availabilityOf({ points, agreed }: EstateTrend): Availability {
  const { online } = timesOf(points)
  const failures = sumOf(points.map((step) => step.failures))
  return {
    ...servedIn(points, agreed),
    agreed,
    failures,
    hoursBetween: failures === 0 || online === 0 ? null : Math.round(online / failures),
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
