import type {
  PlanOutcome,
  PlanState,
  PlanWaveState,
  TerminalWait,
  TextKey,
  WaveKind,
} from '@muster/contract'
import type { Tone } from '../../../ui/table/cells.tsx'

export const stateTexts: Readonly<Record<PlanState, TextKey>> = {
  DRAFT: 'plan.state.DRAFT',
  APPROVAL: 'plan.state.APPROVAL',
  REJECTED: 'plan.state.REJECTED',
  APPROVED: 'plan.state.APPROVED',
  SCHEDULED: 'plan.state.SCHEDULED',
  EXPANDING: 'plan.state.EXPANDING',
  RUNNING: 'plan.state.RUNNING',
  SOAKING: 'plan.state.SOAKING',
  PAUSED: 'plan.state.PAUSED',
  ROLLING_BACK: 'plan.state.ROLLING_BACK',
  FINISHED: 'plan.state.FINISHED',
  STOPPED: 'plan.state.STOPPED',
  EXPIRED: 'plan.state.EXPIRED',
  ROLLED_BACK: 'plan.state.ROLLED_BACK',
}

export const waveStateTexts: Readonly<Record<PlanWaveState, TextKey>> = {
  WAITING: 'plan.waveState.WAITING',
  RUNNING: 'plan.waveState.RUNNING',
  SOAK: 'plan.waveState.SOAK',
  PASSED: 'plan.waveState.PASSED',
  FAILED: 'plan.waveState.FAILED',
}

export const membershipTexts: Readonly<Record<'FIXED' | 'DYNAMIC', TextKey>> = {
  FIXED: 'plan.membership.FIXED',
  DYNAMIC: 'plan.membership.DYNAMIC',
}

export const waveKindTexts: Readonly<Record<WaveKind, TextKey>> = {
  SINGLE: 'plan.waveKind.SINGLE',
  COUNTS: 'plan.waveKind.COUNTS',
  LADDER: 'plan.waveKind.LADDER',
  RINGS: 'plan.waveKind.RINGS',
}

export const failureTexts: Readonly<Record<'PAUSE' | 'ABORT', TextKey>> = {
  PAUSE: 'plan.onFailure.PAUSE',
  ABORT: 'plan.onFailure.ABORT',
}

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

/** What one terminal waits for, in a word or two. */
export const heldTexts: Readonly<Record<TerminalWait, TextKey>> = {
  PACE: 'device.waitsShort.PACE',
  RATE: 'device.waitsShort.RATE',
  BEFORE: 'device.waitsShort.BEFORE',
  BLACKOUT: 'device.waitsShort.BLACKOUT',
  WINDOW: 'device.waitsShort.WINDOW',
  PAUSED: 'device.waitsShort.PAUSED',
  STOPPED: 'device.waitsShort.STOPPED',
  GRACE: 'device.waitsShort.GRACE',
  RETRY: 'device.waitsShort.RETRY',
  DISABLED: 'device.waitsShort.DISABLED',
  APPROVAL: 'device.waitsShort.APPROVAL',
  WIFI: 'plan.held.WIFI',
  BATTERY: 'plan.held.BATTERY',
  CHARGER: 'plan.held.CHARGER',
  IDLE: 'plan.held.IDLE',
  USER: 'plan.held.USER',
  INSTALL_HOURS: 'plan.held.INSTALL_HOURS',
  OTHER_PLAN: 'plan.held.OTHER_PLAN',
  OFFLINE: 'plan.held.OFFLINE',
  PROOF: 'plan.held.PROOF',
  PAYMENTS: 'plan.held.PAYMENTS',
}

/** What was found of a terminal after it had installed. */
export const outcomeTexts: Readonly<Record<PlanOutcome, TextKey>> = {
  CONFIRMED: 'practice.outcome.CONFIRMED',
  NO_CONTACT: 'practice.outcome.NO_CONTACT',
  UNWELL: 'practice.outcome.UNWELL',
  NO_PAYMENTS: 'plan.outcome.NO_PAYMENTS',
}
