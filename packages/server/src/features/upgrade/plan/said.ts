import {
  failureActs,
  planMemberships,
  planOptions,
  type PlanState,
  planStates,
  planWave,
  pushTargets,
  waveKinds,
} from '@muster/contract'
import * as z from 'zod/mini'

/** What a plan says, as its columns keep it. */
interface Said {
  readonly targets: unknown
  readonly waves: unknown
  readonly options: unknown
  readonly membership: string
  readonly waveKind: string
  readonly onFailure: string
}

/** The state of a plan as the contract knows it. */
export function stateOf({ state }: { readonly state: string }): PlanState {
  const known = planStates.find((one) => one === state)
  if (!known) throw new Error(`no plan is ${state}`)
  return known
}

const pick = <T extends string>(all: readonly T[], value: string, otherwise: T): T =>
  all.find((one) => one === value) ?? otherwise

/** What a plan says, from its columns. */
export const saidBy = (row: Said) => ({
  targets: z.parse(pushTargets(), row.targets),
  waves: z.parse(z.array(planWave()), row.waves),
  options: z.parse(planOptions(), row.options),
  membership: pick(planMemberships, row.membership, 'FIXED'),
  waveKind: pick(waveKinds, row.waveKind, 'SINGLE'),
  onFailure: pick(failureActs, row.onFailure, 'PAUSE'),
})
