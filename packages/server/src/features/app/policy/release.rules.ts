import type { ReleaseAct, ReleaseState } from '@muster/contract'

/** What of a release its next step depends on. */
export interface RunningRelease {
  readonly percent: number
  readonly steps: readonly number[]
  readonly successPercent: number
  readonly errorPercent: number
  readonly minResults: number
}

/** Terminals that a release has reached, and what has become of it there. */
export interface Tally {
  readonly reached: number
  readonly succeeded: number
  readonly failed: number
}

export type ReleaseStep =
  | { readonly do: 'wait' }
  | { readonly do: 'widen'; readonly to: number }
  | { readonly do: 'finish' }
  | { readonly do: 'stop' }

/** What comes next for a release that runs: the same release and tally always give the same step. */
export function nextStep(release: RunningRelease, tally: Tally): ReleaseStep {
  const { reached, succeeded, failed } = tally
  const results = succeeded + failed
  // Where fewer are reached than must have their say, all of them must.
  const enough = Math.min(release.minResults, reached)
  if (failed > 0 && results >= enough && failed * 100 >= release.errorPercent * results)
    return { do: 'stop' }
  const isGood = results >= enough && succeeded * 100 >= release.successPercent * reached
  if (!isGood) return { do: 'wait' }
  const to = widerShare(release)
  return to === null ? { do: 'finish' } : { do: 'widen', to }
}

/** The next share; null: everybody has been reached. */
export function widerShare({ percent, steps }: Pick<RunningRelease, 'percent' | 'steps'>) {
  if (percent >= 100) return null
  return steps.find((step) => step > percent) ?? 100
}

/** Shares as they are kept: the last one is all. */
export const wholeSteps = (steps: readonly number[]): number[] =>
  steps.at(-1) === 100 ? [...steps] : [...steps, 100]

export const areRising = (steps: readonly number[]): boolean =>
  steps.every((step, nth) => step > (steps[nth - 1] ?? 0))

/** From where to where people bring a release; `widen` goes on by a share and stays what it is. */
export const releaseMoves: Readonly<
  Record<ReleaseAct, { readonly from: readonly ReleaseState[]; readonly to: ReleaseState }>
> = {
  widen: { from: ['RUNNING'], to: 'RUNNING' },
  pause: { from: ['RUNNING'], to: 'PAUSED' },
  resume: { from: ['PAUSED'], to: 'RUNNING' },
  stop: { from: ['RUNNING', 'PAUSED'], to: 'STOPPED' },
  rollback: { from: ['RUNNING', 'PAUSED', 'FULL', 'STOPPED'], to: 'ROLLED_BACK' },
}
