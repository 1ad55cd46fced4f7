import type { Lifecycle } from './states.ts'

/** Faults are reported of terminals in these states: not of those in repair already, or out for good. */
export const reportedIn: readonly Lifecycle[] = ['STOCK', 'ASSIGNED', 'ACTIVE', 'SUSPENDED', 'LOST']

/** How far a repair has come. */
export const repairStates = [
  'REPORTED',
  'TRIAGED',
  'REMOTE_FIXED',
  'APPROVED',
  'SHIPPED_TO_DEPOT',
  'RECEIVED',
  'DIAGNOSED',
  'QUOTED',
  'REPAIRING',
  'TESTING',
  'KEY_INJECTION',
  'READY',
  'SHIPPED_BACK',
  'INSTALLED',
  'CLOSED',
  'RETURNED_TO_VENDOR',
  'SCRAPPED',
  'CANCELLED',
  'ON_HOLD',
] as const
export type RepairState = (typeof repairStates)[number]

/**
 * What follows what; ON_HOLD is beside it. APPROVED takes the terminal out of service, INSTALLED puts
 * it back, SCRAPPED ends its life: those three are moves of the terminal too.
 */
const next: Readonly<Record<RepairState, readonly RepairState[]>> = {
  REPORTED: ['TRIAGED', 'CANCELLED'],
  TRIAGED: ['APPROVED', 'REMOTE_FIXED', 'CANCELLED'],
  REMOTE_FIXED: ['CLOSED'],
  APPROVED: ['SHIPPED_TO_DEPOT', 'RECEIVED', 'INSTALLED'],
  SHIPPED_TO_DEPOT: ['RECEIVED'],
  RECEIVED: ['DIAGNOSED', 'RETURNED_TO_VENDOR'],
  DIAGNOSED: ['REPAIRING', 'QUOTED', 'RETURNED_TO_VENDOR', 'READY', 'SCRAPPED'],
  QUOTED: ['REPAIRING', 'READY', 'SCRAPPED'],
  REPAIRING: ['TESTING', 'SCRAPPED'],
  TESTING: ['READY', 'KEY_INJECTION', 'REPAIRING'],
  KEY_INJECTION: ['READY'],
  READY: ['SHIPPED_BACK', 'INSTALLED'],
  SHIPPED_BACK: ['INSTALLED'],
  INSTALLED: ['CLOSED'],
  RETURNED_TO_VENDOR: ['RECEIVED'],
  CLOSED: [],
  SCRAPPED: [],
  CANCELLED: [],
  ON_HOLD: [],
}

/** Over, as far as the terminal is concerned: another ticket may be opened for it. */
export const settledStates = [
  'REMOTE_FIXED',
  'INSTALLED',
  'CLOSED',
  'CANCELLED',
  'SCRAPPED',
] as const satisfies readonly RepairState[]

/** Whether a ticket still stands between its terminal and another one. */
export const isSettled = (state: RepairState): boolean =>
  settledStates.some((settled) => settled === state)

/**
 * The open tickets by what they wait for: every state that is not settled is in one stage, so that
 * the stages add up to what is open.
 */
export const repairStages = {
  NEW: ['REPORTED', 'TRIAGED'],
  TO_DEPOT: ['APPROVED', 'SHIPPED_TO_DEPOT'],
  DIAGNOSIS: ['RECEIVED', 'DIAGNOSED', 'QUOTED'],
  WORK: ['REPAIRING', 'TESTING', 'KEY_INJECTION', 'RETURNED_TO_VENDOR'],
  GOING_BACK: ['READY', 'SHIPPED_BACK'],
  ON_HOLD: ['ON_HOLD'],
} as const satisfies Readonly<Record<string, readonly RepairState[]>>
export type RepairStage = keyof typeof repairStages

/** In the order that a repair passes through them. */
export const stagesInOrder = [
  'NEW',
  'TO_DEPOT',
  'DIAGNOSIS',
  'WORK',
  'GOING_BACK',
  'ON_HOLD',
] as const satisfies readonly RepairStage[]

/** The stage of this name; of a state that is none, undefined. */
export const stageNamed = (name: string): RepairStage | undefined =>
  stagesInOrder.find((stage) => stage === name)

export interface RepairStand {
  readonly state: RepairState
  readonly heldState: RepairState | null
}

/** Where a ticket may go from where it stands; one on hold goes on where it stood. */
export function nextRepairStates({ state, heldState }: RepairStand): readonly RepairState[] {
  if (state === 'ON_HOLD') return heldState ? [heldState] : []
  return isSettled(state) ? next[state] : [...next[state], 'ON_HOLD']
}

/** Those a ticket is brought to by `transition`; scrapping is a call of its own. */
export const transitionStates = repairStates.filter(
  (state): state is Exclude<RepairState, 'SCRAPPED'> => state !== 'SCRAPPED',
)

export const repairFaults = [
  'PRINTER',
  'READER',
  'BATTERY',
  'SCREEN',
  'TAMPER',
  'NO_POWER',
  'NETWORK',
  'KEY_LOSS',
  'SOFTWARE',
  'PHYSICAL',
  'OTHER',
] as const
export type RepairFault = (typeof repairFaults)[number]

/** Faults after which keys are erased, and injected again before it goes back into service. */
export const touchesKeys = (fault: RepairFault): boolean =>
  fault === 'TAMPER' || fault === 'KEY_LOSS'

/** Who may have a terminal. */
export const repairHolders = ['MERCHANT', 'TECHNICIAN', 'COURIER', 'DEPOT', 'VENDOR'] as const
export type RepairHolder = (typeof repairHolders)[number]

/** Into whose hands a state puts the terminal. */
export const holderIn: Partial<Readonly<Record<RepairState, RepairHolder>>> = {
  SHIPPED_TO_DEPOT: 'COURIER',
  RECEIVED: 'DEPOT',
  RETURNED_TO_VENDOR: 'VENDOR',
  SHIPPED_BACK: 'COURIER',
  INSTALLED: 'MERCHANT',
}

/** How a repair ended. */
export const repairResults = ['REPAIRED', 'REPLACED', 'SCRAPPED', 'NO_FAULT'] as const
export type RepairResult = (typeof repairResults)[number]

/** What is tried out before a terminal goes back. */
export const repairChecks = [
  'POWER',
  'SCREEN',
  'KEYS',
  'PRINTER',
  'STRIPE',
  'CHIP',
  'CONTACTLESS',
  'SCANNER',
  'CAMERA',
  'SOUND',
  'BATTERY',
  'NETWORK',
  'SEALS',
  'PAYMENT',
] as const
export type RepairCheck = (typeof repairChecks)[number]

/** What came of it; SKIPPED: the terminal has no such part, or it was not tried. */
export const checkOutcomes = ['PASSED', 'FAILED', 'SKIPPED'] as const
export type CheckOutcome = (typeof checkOutcomes)[number]

export const repairSources = ['CONSOLE', 'PHONE', 'ALARM', 'TERMINAL'] as const

/** The clocks of a ticket: how soon it is looked at, mended, and brought back. */
export const repairClocks = ['TRIAGE', 'DEPOT', 'BACK'] as const
export type RepairClock = (typeof repairClocks)[number]

/** Which clock runs in a state; null: none does. */
export function clockIn(state: RepairState): RepairClock | null {
  if (state === 'REPORTED') return 'TRIAGE'
  if (state === 'READY' || state === 'SHIPPED_BACK') return 'BACK'
  return state === 'TRIAGED' || state === 'ON_HOLD' || isSettled(state) ? null : 'DEPOT'
}
