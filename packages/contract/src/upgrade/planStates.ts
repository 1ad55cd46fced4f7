import { deferReasons } from '../device/taskSteps.ts'
import { itemWaits } from '../device/taskItem.ts'

/** APPROVAL: a second person decides; EXPANDING: its terminals are found; SOAKING: the wave is watched before the next one. */
export const planStates = [
  'DRAFT',
  'APPROVAL',
  'REJECTED',
  'APPROVED',
  'SCHEDULED',
  'EXPANDING',
  'RUNNING',
  'SOAKING',
  'PAUSED',
  'ROLLING_BACK',
  'FINISHED',
  'STOPPED',
  'EXPIRED',
  'ROLLED_BACK',
] as const
export type PlanState = (typeof planStates)[number]

export const planWaveStates = ['WAITING', 'RUNNING', 'SOAK', 'PASSED', 'FAILED'] as const
export type PlanWaveState = (typeof planWaveStates)[number]

/** WAITING: another practice is going on; BROKEN: the server that it ran on has ended. */
export const practiceStates = ['WAITING', 'RUNNING', 'DONE', 'STOPPED', 'BROKEN'] as const
export type PracticeState = (typeof practiceStates)[number]

/** What people do with a plan. */
export type PlanMove =
  | 'submit'
  | 'withdraw'
  | 'approve'
  | 'reject'
  | 'start'
  | 'pause'
  | 'resume'
  | 'stop'
  | 'nextWave'
  | 'rollBack'
  | 'retry'
  | 'exclude'
  | 'setRate'
  | 'extend'

const going = ['RUNNING', 'SOAKING'] as const

/** From which states each act leads on; everything else is refused. */
export const planMoves: Readonly<Record<PlanMove, readonly PlanState[]>> = {
  submit: ['DRAFT', 'REJECTED'],
  withdraw: ['APPROVAL'],
  approve: ['APPROVAL'],
  reject: ['APPROVAL'],
  start: ['APPROVED'],
  pause: ['SCHEDULED', ...going],
  resume: ['PAUSED'],
  stop: ['APPROVAL', 'APPROVED', 'SCHEDULED', 'EXPANDING', ...going, 'PAUSED'],
  nextWave: going,
  rollBack: [...going, 'PAUSED', 'STOPPED', 'FINISHED', 'EXPIRED'],
  retry: [...going, 'PAUSED'],
  exclude: [...going, 'PAUSED'],
  setRate: ['APPROVED', 'SCHEDULED', 'EXPANDING', ...going, 'PAUSED'],
  extend: ['APPROVED', 'SCHEDULED', 'EXPANDING', ...going, 'PAUSED'],
}

/** Whether a plan in this state may be moved so. */
export const mayMovePlan = (state: PlanState, move: PlanMove): boolean =>
  planMoves[move].includes(state)

/** Whose form may be written. */
export const editablePlanStates = ['DRAFT', 'REJECTED'] as const satisfies readonly PlanState[]

/** Nothing of it happens any more; these and drafts may go to the bin. */
export const endedPlanStates = [
  'FINISHED',
  'STOPPED',
  'EXPIRED',
  'ROLLED_BACK',
] as const satisfies readonly PlanState[]

/** Why a wave has failed, and with it its plan rests or ends, as the keys of texts. */
export const planReasons = [
  'plan.failed.errors',
  'plan.failed.success',
  'plan.failed.version',
  'plan.failed.suspended',
  'plan.hasGrown',
  'plan.nobodyLeft',
  'push.ownerGone',
] as const
export type PlanReason = (typeof planReasons)[number]

/** What becomes of the terminals of a plan, each of them once. */
export const planFigures = [
  'succeeded',
  'installed',
  'active',
  'waiting',
  'failed',
  'noContact',
  'unwell',
  'leftOut',
] as const
export type PlanFigure = (typeof planFigures)[number]

/** What is wrong with a terminal after it has installed; each counts as a failure. */
export const planFaults = ['NO_CONTACT', 'UNWELL', 'NO_PAYMENTS'] as const

/** What was found of a terminal after it had installed. */
export const planOutcomes = ['CONFIRMED', ...planFaults] as const
export type PlanOutcome = (typeof planOutcomes)[number]

/** What is said of a terminal whose plan ended before its turn came. */
export const unreached = 'UNREACHED'

/** What a wave, or a plan that has not begun, waits for. */
export const waveWaits = [
  /** A second person. */
  'APPROVAL',
  /** Somebody who starts it. */
  'START',
  /** Its moment. */
  'MOMENT',
  /** Somebody who lets it go on. */
  'RESUME',
  /** Its terminals are being written down. */
  'EXPANDING',
  /** Another plan, which is at some of its terminals. */
  'OTHERS',
  /** The waves before it. */
  'BEFORE',
  /** Enough terminals that are well. */
  'SUCCESS',
  /** The end of each of its terminals: it asks for no share, or has passed, and others have not ended. */
  'ENDS',
  /** The end of the time for which it is watched. */
  'SOAK',
  /** The end of the plan: others may join until then. */
  'JOIN',
] as const
export type WaveWait = (typeof waveWaits)[number]

/** What one terminal of a plan waits for. */
export const terminalWaits = [
  ...itemWaits,
  ...deferReasons.filter((reason) => reason !== 'WINDOW'),
  /** The hours in which it may install. */
  'INSTALL_HOURS',
  /** The end of another plan there. */
  'OTHER_PLAN',
  /** It is not connected. */
  'OFFLINE',
  /** It has installed, and has yet to show that it is well. */
  'PROOF',
  /** It is well, and has yet to take payments as usual. */
  'PAYMENTS',
] as const
export type TerminalWait = (typeof terminalWaits)[number]
