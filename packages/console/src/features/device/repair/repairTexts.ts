import type {
  CheckOutcome,
  Repair,
  RepairCheck,
  RepairClock,
  RepairFault,
  RepairHolder,
  RepairResult,
  RepairStage,
  RepairState,
  TextKey,
} from '@muster/contract'
import type { StatusBadge } from '../../../kit/page/values.tsx'

export const stateTexts: Readonly<Record<RepairState, TextKey>> = {
  REPORTED: 'repair.state.REPORTED',
  TRIAGED: 'repair.state.TRIAGED',
  REMOTE_FIXED: 'repair.state.REMOTE_FIXED',
  APPROVED: 'repair.state.APPROVED',
  SHIPPED_TO_DEPOT: 'repair.state.SHIPPED_TO_DEPOT',
  RECEIVED: 'repair.state.RECEIVED',
  DIAGNOSED: 'repair.state.DIAGNOSED',
  QUOTED: 'repair.state.QUOTED',
  REPAIRING: 'repair.state.REPAIRING',
  TESTING: 'repair.state.TESTING',
  KEY_INJECTION: 'repair.state.KEY_INJECTION',
  READY: 'repair.state.READY',
  SHIPPED_BACK: 'repair.state.SHIPPED_BACK',
  INSTALLED: 'repair.state.INSTALLED',
  CLOSED: 'repair.state.CLOSED',
  RETURNED_TO_VENDOR: 'repair.state.RETURNED_TO_VENDOR',
  SCRAPPED: 'repair.state.SCRAPPED',
  CANCELLED: 'repair.state.CANCELLED',
  ON_HOLD: 'repair.state.ON_HOLD',
}

export const stageTexts: Readonly<Record<RepairStage, TextKey>> = {
  NEW: 'repair.stage.NEW',
  TO_DEPOT: 'repair.stage.TO_DEPOT',
  DIAGNOSIS: 'repair.stage.DIAGNOSIS',
  WORK: 'repair.stage.WORK',
  GOING_BACK: 'repair.stage.GOING_BACK',
  ON_HOLD: 'repair.state.ON_HOLD',
}

/** What brings a ticket to a state. */
export const goTexts: Readonly<Record<Exclude<RepairState, 'REPORTED'>, TextKey>> = {
  TRIAGED: 'repair.do.TRIAGED',
  REMOTE_FIXED: 'repair.do.REMOTE_FIXED',
  APPROVED: 'repair.do.APPROVED',
  SHIPPED_TO_DEPOT: 'repair.do.SHIPPED_TO_DEPOT',
  RECEIVED: 'repair.do.RECEIVED',
  DIAGNOSED: 'repair.do.DIAGNOSED',
  QUOTED: 'repair.do.QUOTED',
  REPAIRING: 'repair.do.REPAIRING',
  TESTING: 'repair.do.TESTING',
  KEY_INJECTION: 'repair.do.KEY_INJECTION',
  READY: 'repair.do.READY',
  SHIPPED_BACK: 'repair.do.SHIPPED_BACK',
  INSTALLED: 'repair.do.INSTALLED',
  CLOSED: 'repair.do.CLOSED',
  RETURNED_TO_VENDOR: 'repair.do.RETURNED_TO_VENDOR',
  SCRAPPED: 'repair.do.SCRAPPED',
  CANCELLED: 'repair.do.CANCELLED',
  ON_HOLD: 'repair.do.ON_HOLD',
}

export const faultTexts: Readonly<Record<RepairFault, TextKey>> = {
  PRINTER: 'repair.fault.PRINTER',
  READER: 'repair.fault.READER',
  BATTERY: 'repair.fault.BATTERY',
  SCREEN: 'repair.fault.SCREEN',
  TAMPER: 'repair.fault.TAMPER',
  NO_POWER: 'repair.fault.NO_POWER',
  NETWORK: 'repair.fault.NETWORK',
  KEY_LOSS: 'repair.fault.KEY_LOSS',
  SOFTWARE: 'repair.fault.SOFTWARE',
  PHYSICAL: 'repair.fault.PHYSICAL',
  OTHER: 'repair.fault.OTHER',
}

export const holderTexts: Readonly<Record<RepairHolder, TextKey>> = {
  MERCHANT: 'repair.holder.MERCHANT',
  TECHNICIAN: 'repair.holder.TECHNICIAN',
  COURIER: 'repair.holder.COURIER',
  DEPOT: 'repair.holder.DEPOT',
  VENDOR: 'repair.holder.VENDOR',
}

export const resultTexts: Readonly<Record<RepairResult, TextKey>> = {
  REPAIRED: 'repair.result.REPAIRED',
  REPLACED: 'repair.result.REPLACED',
  SCRAPPED: 'repair.result.SCRAPPED',
  NO_FAULT: 'repair.result.NO_FAULT',
}

export const checkTexts: Readonly<Record<RepairCheck, TextKey>> = {
  POWER: 'repair.check.POWER',
  SCREEN: 'repair.check.SCREEN',
  KEYS: 'repair.check.KEYS',
  PRINTER: 'repair.check.PRINTER',
  STRIPE: 'repair.check.STRIPE',
  CHIP: 'repair.check.CHIP',
  CONTACTLESS: 'repair.check.CONTACTLESS',
  SCANNER: 'repair.check.SCANNER',
  CAMERA: 'repair.check.CAMERA',
  SOUND: 'repair.check.SOUND',
  BATTERY: 'repair.check.BATTERY',
  NETWORK: 'repair.check.NETWORK',
  SEALS: 'repair.check.SEALS',
  PAYMENT: 'repair.check.PAYMENT',
}

export const outcomeTexts: Readonly<Record<CheckOutcome, TextKey>> = {
  PASSED: 'repair.outcome.PASSED',
  FAILED: 'repair.outcome.FAILED',
  SKIPPED: 'repair.outcome.SKIPPED',
}

export const outcomeTones: Readonly<
  Record<CheckOutcome, Parameters<typeof StatusBadge>[0]['tone']>
> = { PASSED: 'good', FAILED: 'bad', SKIPPED: 'neutral' }

export const sourceTexts: Readonly<Record<Repair['source'], TextKey>> = {
  CONSOLE: 'repair.source.CONSOLE',
  PHONE: 'repair.source.PHONE',
  ALARM: 'repair.source.ALARM',
  TERMINAL: 'repair.source.TERMINAL',
}

export const clockTexts: Readonly<Record<RepairClock, TextKey>> = {
  TRIAGE: 'repair.clock.TRIAGE',
  DEPOT: 'repair.clock.DEPOT',
  BACK: 'repair.clock.BACK',
}

export const tones: Readonly<Record<RepairState, Parameters<typeof StatusBadge>[0]['tone']>> = {
  REPORTED: 'bad',
  TRIAGED: 'waiting',
  REMOTE_FIXED: 'good',
  APPROVED: 'waiting',
  SHIPPED_TO_DEPOT: 'waiting',
  RECEIVED: 'waiting',
  DIAGNOSED: 'waiting',
  QUOTED: 'waiting',
  REPAIRING: 'waiting',
  TESTING: 'waiting',
  KEY_INJECTION: 'waiting',
  READY: 'good',
  SHIPPED_BACK: 'waiting',
  INSTALLED: 'good',
  CLOSED: 'neutral',
  RETURNED_TO_VENDOR: 'waiting',
  SCRAPPED: 'neutral',
  CANCELLED: 'neutral',
  ON_HOLD: 'neutral',
}

/** What a state means for the terminal, before it is entered. */
export function saysOf(state: RepairState): TextKey {
  if (state === 'APPROVED') return 'repair.says.APPROVED'
  if (state === 'INSTALLED') return 'repair.says.INSTALLED'
  return state === 'ON_HOLD' ? 'repair.says.ON_HOLD' : 'repair.says.OTHER'
}
