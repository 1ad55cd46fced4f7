import type { LogFileState, LogTrigger, TextKey } from '@muster/contract'
import type { Tone } from '../../../ui/table/cells.tsx'

export const stateTexts: Readonly<Record<LogFileState, TextKey>> = {
  REQUESTED: 'logFile.state.REQUESTED',
  QUEUED: 'logFile.state.QUEUED',
  UPLOADING: 'logFile.state.UPLOADING',
  READY: 'logFile.state.READY',
  EXPIRED: 'logFile.state.EXPIRED',
  FAILED: 'logFile.state.FAILED',
  CANCELLED: 'logFile.state.CANCELLED',
}

export const stateTones: Readonly<Record<LogFileState, Tone>> = {
  REQUESTED: 'neutral',
  QUEUED: 'neutral',
  UPLOADING: 'waiting',
  READY: 'good',
  EXPIRED: 'neutral',
  FAILED: 'bad',
  CANCELLED: 'neutral',
}

export const triggerTexts: Readonly<Record<LogTrigger, TextKey>> = {
  USER: 'logFile.trigger.USER',
  RULE: 'logFile.trigger.RULE',
  CRASH: 'logFile.trigger.CRASH',
}

export const conditionTexts = {
  ALARM: 'logRule.condition.ALARM',
  CRASH: 'logRule.condition.CRASH',
  TASK: 'logRule.condition.TASK',
} as const satisfies Record<string, TextKey>
