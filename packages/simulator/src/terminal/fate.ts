import { chanceOf } from '../chance.ts'
import type { Scenario } from '../scenarios/scenario.ts'

/** What becomes of one command, drawn when it arrives. */
export interface Fate {
  readonly end: 'SUCCESS' | 'FAILED' | 'REFUSED' | 'NOTHING'
  /** Error code of a failure or refusal. */
  readonly code: string | null
  /** Milliseconds. */
  readonly acknowledge: number
  readonly run: number
  /** Reports go out twice. */
  readonly isDoubled: boolean
  /** The end is told only after the expiry. */
  readonly isLate: boolean
}

/** C402 not permitted by policy, C404 busy, C405 the user did not consent. */
const refusals = ['C402', 'C404', 'C405'] as const
/** C404 busy, C406 took too long. */
const failures = ['C404', 'C406'] as const

/** The fate of a terminal's nth command; the same for the same seed, serial and number. */
export function drawFate(scenario: Scenario, ...words: readonly (string | number)[]): Fate {
  const chance = chanceOf(...words, 'fate')
  const { answers } = scenario
  // All are drawn in every case, so that one probability does not shift the others.
  const drawn = {
    isSilent: chance.happens(answers.silent),
    isRefused: chance.happens(answers.refuse),
    isFailed: chance.happens(answers.fail),
    isSlow: chance.happens(answers.slow),
    isDoubled: chance.happens(answers.duplicate),
    isLate: chance.happens(answers.late),
    refusal: chance.pick(refusals),
    failure: chance.pick(failures),
    acknowledge: chance.whole(answers.acknowledge),
    run: chance.whole(answers.run),
    slowRun: chance.whole(answers.slowRun),
  }
  const { acknowledge, isDoubled, isLate } = drawn
  const run = drawn.isSlow ? drawn.slowRun : drawn.run
  return { ...endOf(drawn), acknowledge, run, isDoubled, isLate }
}

interface Drawn {
  readonly isSilent: boolean
  readonly isRefused: boolean
  readonly isFailed: boolean
  readonly refusal: string
  readonly failure: string
}

function endOf(drawn: Drawn): Pick<Fate, 'end' | 'code'> {
  if (drawn.isSilent) return { end: 'NOTHING', code: null }
  if (drawn.isRefused) return { end: 'REFUSED', code: drawn.refusal }
  if (drawn.isFailed) return { end: 'FAILED', code: drawn.failure }
  return { end: 'SUCCESS', code: null }
}
