import {
  failureActs,
  planMemberships,
  planStates,
  type PlanState,
  planWaveStates,
  type PlanWaveState,
  type TextKey,
  waveKinds,
} from '@muster/contract'
import type { Tone } from '../../../ui/table/cells.tsx'

const textsOf = <T extends string>(words: readonly T[], keyOf: (word: T) => TextKey) =>
  Object.fromEntries(words.map((word) => [word, keyOf(word)])) as Readonly<Record<T, TextKey>>

export const stateTexts = textsOf(planStates, (state) => `plan.state.${state}`)
export const waveStateTexts = textsOf(planWaveStates, (state) => `plan.waveState.${state}`)
export const membershipTexts = textsOf(planMemberships, (one) => `plan.membership.${one}`)
export const waveKindTexts = textsOf(waveKinds, (kind) => `plan.waveKind.${kind}`)
export const failureTexts = textsOf(failureActs, (act) => `plan.onFailure.${act}`)

export const stateTones: Readonly<Record<PlanState, Tone>> = {
  DRAFT: 'neutral',
  APPROVAL: 'waiting',
  REJECTED: 'bad',
  APPROVED: 'neutral',
  SCHEDULED: 'neutral',
  EXPANDING: 'neutral',
  RUNNING: 'good',
  SOAKING: 'good',
  PAUSED: 'waiting',
  ROLLING_BACK: 'waiting',
  FINISHED: 'good',
  STOPPED: 'bad',
  EXPIRED: 'bad',
  ROLLED_BACK: 'neutral',
}

export const waveTones: Readonly<Record<PlanWaveState, Tone>> = {
  WAITING: 'neutral',
  RUNNING: 'good',
  SOAK: 'waiting',
  PASSED: 'good',
  FAILED: 'bad',
}

/** What becomes of terminals, in the order in which a bar shows it. */
export const figureKeys = [
  'succeeded',
  'installed',
  'active',
  'waiting',
  'failed',
  'noContact',
  'unwell',
  'leftOut',
] as const
export type FigureKey = (typeof figureKeys)[number]
