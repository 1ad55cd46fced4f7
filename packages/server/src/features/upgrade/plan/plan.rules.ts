import type { PlanReason, PlanWaveState } from '@muster/contract'

/** Terminals of a wave, by what has become of them. */
export interface WaveTally {
  readonly size: number
  readonly waiting: number
  readonly active: number
  /** Have it by their own word, and are not proved well yet. */
  readonly installed: number
  /** Have it, were back and are well. */
  readonly succeeded: number
  readonly failed: number
  readonly noContact: number
  readonly unwell: number
  /** Passed by, called off or given up: they have no say. */
  readonly leftOut: number
}

/** A wave as it is judged. */
export interface JudgedWave {
  readonly wave: number
  readonly state: PlanWaveState
  readonly reason: PlanReason | null
  readonly successPercent: number
  readonly errorPercent: number
  readonly errorCount: number | null
  readonly soakMinutes: number
  readonly soakAt: Date | null
  /** What had failed when somebody let it go on. */
  readonly forgiven: number
  /** Some of its terminals wait for another plan, or are not written down yet. */
  readonly isPartial: boolean
  readonly tally: WaveTally
}

export type PlanStep =
  | { readonly do: 'wait' }
  /** The next wave, or the first one, begins. */
  | { readonly do: 'release'; readonly wave: number; readonly passes: number | null }
  | { readonly do: 'soak'; readonly wave: number }
  | { readonly do: 'fail'; readonly wave: number; readonly reason: PlanReason }
  /** The last wave has passed, and nothing is under way any more. */
  | { readonly do: 'finish'; readonly passes: number | null }

export interface JudgedPlan {
  readonly wave: number
  readonly waves: readonly JudgedWave[]
  /** Others may join it yet. */
  readonly isOpen: boolean
}

/** What comes next for a plan that runs: the same plan, tallies and moment always give the same step. */
export function nextStep({ wave: at, waves, isOpen }: JudgedPlan, now: Date): PlanStep {
  const [first] = waves
  if (!first) return { do: 'finish', passes: null }
  const wave = waves.find(({ wave }) => wave === at)
  if (!wave) return { do: 'release', wave: first.wave, passes: null }
  if (wave.state === 'FAILED') return failOf(wave, wave.reason ?? 'plan.failed.errors')
  const fault = faultOf(wave)
  if (fault && wave.state !== 'PASSED') return failOf(wave, fault)
  if (wave.state === 'RUNNING') {
    if (!isGood(wave)) return { do: 'wait' }
    if (wave.soakMinutes > 0) return { do: 'soak', wave: at }
  }
  if (wave.state === 'SOAK' && !hasSoaked(wave, now)) return { do: 'wait' }
  const passes = wave.state === 'PASSED' ? null : at
  const next = waves.find(({ wave: later }) => later > at)
  if (next) return { do: 'release', wave: next.wave, passes }
  const isDone = !isOpen && waves.every(({ tally, isPartial }) => !isPartial && open(tally) === 0)
  if (isDone) return { do: 'finish', passes }
  return { do: 'wait' }
}

const failOf = ({ wave }: JudgedWave, reason: PlanReason): PlanStep => ({
  do: 'fail',
  wave,
  reason,
})

const open = ({ waiting, active, installed }: WaveTally): number => waiting + active + installed

const minute = 60_000

const hasSoaked = ({ soakAt, soakMinutes }: JudgedWave, now: Date): boolean =>
  soakAt !== null && soakAt.getTime() + soakMinutes * minute <= now.getTime()

/** Whether enough of its terminals have the version and are well; of a share of nothing, whether all have ended. */
function isGood({ successPercent, isPartial, tally }: JudgedWave): boolean {
  if (isPartial) return false
  const judged = tally.size - tally.leftOut
  if (open(tally) === 0) return tally.succeeded * 100 >= successPercent * judged
  return successPercent > 0 && tally.succeeded * 100 >= successPercent * judged
}

/** Why a wave has failed: too many failed, or so many that it cannot pass any more; null: it has not. */
export function faultOf(wave: JudgedWave): PlanReason | null {
  const { tally, errorPercent, errorCount, successPercent, forgiven } = wave
  const { size, leftOut } = tally
  const bad = Math.max(0, tally.failed + tally.noContact + tally.unwell - forgiven)
  if (bad * 100 > errorPercent * size || (errorCount !== null && bad > errorCount))
    return 'plan.failed.errors'
  const judged = size - leftOut
  if ((judged - bad) * 100 < successPercent * judged) return 'plan.failed.success'
  // Nobody has shown that it goes well.
  if (size > 0 && judged === 0 && successPercent > 0 && !wave.isPartial) return 'plan.nobodyLeft'
  return null
}

/** How many are told a minute, so many hours after a wave began. */
export function rateAfter(
  { ratePerMinute, rateGrowth }: { ratePerMinute: number | null; rateGrowth: number },
  hours: number,
): number | null {
  if (ratePerMinute === null) return null
  return Math.min(
    mostRate,
    Math.floor(ratePerMinute * rateGrowth ** Math.max(0, Math.floor(hours))),
  )
}

const mostRate = 5000
