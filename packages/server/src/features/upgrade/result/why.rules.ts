import {
  deferReasons,
  type ItemState,
  noContact,
  type PlanOutcome,
  type PlanState,
  type PlanWaveState,
  type ResultGate,
  type ResultWhy,
} from '@muster/contract'

type Gate = ResultWhy['gates'][number]

/** An upgrade of one terminal, as far as something may stand in its way. */
export interface ResultFacts {
  readonly state: ItemState
  readonly step: string | null
  readonly endedAt: string | null
  /** When the terminal has accepted it. */
  readonly acceptedAt: string | null
  /** Why it does not leave, as the platform has noted it, and until when. */
  readonly waitsFor: string | null
  readonly waitsReason: string | null
  readonly waitsUntil: string | null
  readonly isOnline: boolean
  /** The task that is done there before it. */
  readonly after: string | null
  /** Null: it is of no plan. */
  readonly plan: {
    readonly state: PlanState
    readonly isBack: boolean
    readonly waveState: PlanWaveState | null
    /** Another plan is at the same of the terminal. */
    readonly hasOther: boolean
    /** Its number; null to who does not see that plan. */
    readonly otherNo: string | null
    readonly outcome: PlanOutcome | null
    /** It is installed, and looked at until then. */
    readonly provedUntil: string | null
    /** It is well, and watched for payments. */
    readonly isPaying: boolean
  } | null
}

interface Judged {
  readonly passes: boolean
  readonly value?: string | null
  readonly reason?: string | null
  readonly until?: string | null
}

const gate = (
  name: ResultGate,
  { passes, value = null, reason = null, until = null }: Judged,
): Gate => ({
  gate: name,
  passes,
  value,
  reason,
  until,
})

/** What stands between a terminal and its upgrade, in the order in which it is met; what does not apply is left out. */
export const judgeResult = (facts: ResultFacts): Gate[] => [
  ...ofPlan(facts),
  ...(facts.endedAt === null ? onTheWay(facts) : []),
  ...afterwards(facts),
]

/** Of an upgrade that has succeeded the plan asks nothing more but that the terminal is well. */
function ofPlan({ plan, state }: ResultFacts): Gate[] {
  if (plan === null || state === 'SUCCESS') return []
  const goes = plan.isBack ? ['ROLLING_BACK'] : ['RUNNING', 'SOAKING']
  const { waveState, hasOther, otherNo } = plan
  return [
    gate('PLAN', { passes: goes.includes(plan.state), value: plan.state }),
    ...(plan.isBack || waveState === null
      ? []
      : [gate('WAVE', { passes: waveState !== 'FAILED', value: waveState })]),
    gate('OTHER_PLAN', { passes: !hasOther, value: otherNo }),
  ]
}

/** What the platform waits for before it tells the terminal, and what the terminal itself waits for. */
function onTheWay(facts: ResultFacts): Gate[] {
  const { state, step, acceptedAt, waitsFor, waitsReason, waitsUntil, isOnline, after } = facts
  const isBehind = waitsFor === 'BEFORE'
  const own = isBehind ? null : waitsFor
  const holds = own ?? (acceptedAt === null && !isOnline ? 'OFFLINE' : null)
  const isDeferred = state === 'DEFERRED' && deferReasons.some((reason) => reason === step)
  return [
    ...(after === null ? [] : [gate('BEFORE', { passes: !isBehind, value: after })]),
    gate('SENDING', {
      passes: holds === null,
      value: holds,
      ...(own !== null && { reason: waitsReason, until: waitsUntil }),
    }),
    ...(acceptedAt === null || step === noContact
      ? []
      : [gate('TERMINAL', { passes: !isDeferred, value: step })]),
  ]
}

/** It is heard of after the install, and well. */
function afterwards({ state, step, plan }: ResultFacts): Gate[] {
  const isSilent = step === noContact || plan?.outcome === 'NO_CONTACT'
  if (isSilent) return [gate('CONTACT', { passes: false })]
  if (state !== 'SUCCESS' || plan === null || plan.isBack) return []
  const { outcome, isPaying, provedUntil } = plan
  const awaited = isPaying ? 'PAYMENTS' : 'PROOF'
  return [
    gate('PROOF', {
      passes: outcome === 'CONFIRMED',
      value: outcome ?? awaited,
      until: outcome === null ? provedUntil : null,
    }),
  ]
}
