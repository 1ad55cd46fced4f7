import type { PlanReason, PlanWaveState, WaveWait } from '@muster/contract'

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
  /** How many of them wait for another plan. */
  readonly unreleased: number
  readonly tally: WaveTally
}

/** What a plan waits for. */
export interface Waiting {
  readonly for: WaveWait
  /** How many are so, and how many have to be. */
  readonly count?: number
  readonly needed?: number
  readonly until?: Date
}

export type PlanStep =
  | { readonly do: 'wait'; readonly waits: Waiting }
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
  /** Until when. */
  readonly endAt: Date | null
}

/** What comes next for a plan that runs: the same plan, tallies and moment always give the same step. */
export function nextStep(plan: JudgedPlan, now: Date): PlanStep {
  const { wave: at, waves } = plan
  const [first] = waves
  if (!first) return { do: 'finish', passes: null }
  const wave = waves.find(({ wave }) => wave === at)
  if (!wave) return { do: 'release', wave: first.wave, passes: null }
  if (wave.state === 'FAILED') return failOf(wave, wave.reason ?? 'plan.failed.errors')
  const fault = faultOf(wave)
  if (fault && wave.state !== 'PASSED') return failOf(wave, fault)
  const lacks = lackOf(wave, now)
  if (lacks) return { do: 'wait', waits: lacks }
  if (wave.state === 'RUNNING' && isWatched(wave)) return { do: 'soak', wave: at }
  const passes = wave.state === 'PASSED' ? null : at
  const next = waves.find(({ wave: later }) => later > at)
  if (next) return { do: 'release', wave: next.wave, passes }
  const goesOn = lastWaitOf(plan)
  return goesOn ? { do: 'wait', waits: goesOn } : { do: 'finish', passes }
}

/** What a wave lacks before another may begin; null: nothing. */
function lackOf(wave: JudgedWave, now: Date): Waiting | null {
  if (wave.state === 'RUNNING') return successLackOf(wave)
  if (wave.state === 'SOAK' && !hasSoaked(wave, now)) {
    const until = soakEndOf(wave)
    return { for: 'SOAK', ...(until && { until }) }
  }
  return null
}

/** After the last wave: others may join, or some have not ended; null: nothing is to come. */
function lastWaitOf({ waves, isOpen, endAt }: JudgedPlan): Waiting | null {
  if (isOpen) return { for: 'JOIN', ...(endAt && { until: endAt }) }
  const partial = waves.find(({ isPartial }) => isPartial)
  if (partial) return partialWait(partial)
  const needed = waves.reduce((sum, { tally }) => sum + tally.size, 0)
  const left = waves.reduce((sum, { tally }) => sum + open(tally), 0)
  return left > 0 ? { for: 'ENDS', count: needed - left, needed } : null
}

const partialWait = ({ unreleased }: JudgedWave): Waiting =>
  unreleased > 0 ? { for: 'OTHERS' } : { for: 'EXPANDING' }

const failOf = ({ wave }: JudgedWave, reason: PlanReason): PlanStep => ({
  do: 'fail',
  wave,
  reason,
})

/** There is nothing to be seen of a wave that nobody is in, such as the second of a ladder over ten terminals. */
const isWatched = ({ soakMinutes, tally }: JudgedWave): boolean => soakMinutes > 0 && tally.size > 0

const open = ({ waiting, active, installed }: WaveTally): number => waiting + active + installed

const minute = 60_000

/** Until when a wave is watched; null: it is not. */
export const soakEndOf = ({
  soakAt,
  soakMinutes,
}: Pick<JudgedWave, 'soakAt' | 'soakMinutes'>): Date | null =>
  soakAt === null ? null : new Date(soakAt.getTime() + soakMinutes * minute)

function hasSoaked(wave: JudgedWave, now: Date): boolean {
  const until = soakEndOf(wave)
  return until !== null && until <= now
}

/** How far a wave is from enough terminals that have the version and are well; of a share of nothing, from the end of all. */
function successLackOf(wave: JudgedWave): Waiting | null {
  const { successPercent, isPartial, tally } = wave
  if (isPartial) return partialWait(wave)
  const { judged } = verdictOf(wave)
  const isEnough = tally.succeeded * 100 >= successPercent * judged
  const left = open(tally)
  if (isEnough && (left === 0 || successPercent > 0)) return null
  if (successPercent === 0) return { for: 'ENDS', count: tally.size - left, needed: tally.size }
  const needed = Math.ceil((successPercent * judged) / 100)
  return { for: 'SUCCESS', count: tally.succeeded, needed }
}

/** Of how many terminals a share has to succeed, and how many of them failed: what was forgiven is in neither. */
function verdictOf({ tally, forgiven }: JudgedWave): { judged: number; bad: number } {
  const failed = tally.failed + tally.noContact + tally.unwell
  const pardoned = Math.min(forgiven, failed)
  return { judged: tally.size - tally.leftOut - pardoned, bad: failed - pardoned }
}

/** Why a wave has failed: too many failed, or so many that it cannot pass any more; null: it has not. */
export function faultOf(wave: JudgedWave): PlanReason | null {
  const { errorPercent, errorCount, successPercent } = wave
  const { size, leftOut } = wave.tally
  const { judged, bad } = verdictOf(wave)
  if (bad * 100 > errorPercent * size || (errorCount !== null && bad > errorCount))
    return 'plan.failed.errors'
  if ((judged - bad) * 100 < successPercent * judged) return 'plan.failed.success'
  // Nobody has shown that it goes well.
  if (size > 0 && size === leftOut && successPercent > 0 && !wave.isPartial)
    return 'plan.nobodyLeft'
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
