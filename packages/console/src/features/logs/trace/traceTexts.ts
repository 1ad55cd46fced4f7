import type { LogTrace, TextKey, TraceState } from '@muster/contract'
import type { Tone } from '../../../ui/table/cells.tsx'
import { t } from '../../../platform/texts.ts'
import { codeText } from '../../device/index.ts'

export const stateTexts: Readonly<Record<TraceState, TextKey>> = {
  REQUESTED: 'logTrace.state.REQUESTED',
  STREAMING: 'logTrace.state.STREAMING',
  STOPPED: 'logTrace.state.STOPPED',
  TIMEOUT: 'logTrace.state.TIMEOUT',
  FAILED: 'logTrace.state.FAILED',
  DEVICE_OFFLINE: 'logTrace.state.DEVICE_OFFLINE',
}

export const stateTones: Readonly<Record<TraceState, Tone>> = {
  REQUESTED: 'neutral',
  STREAMING: 'waiting',
  STOPPED: 'good',
  TIMEOUT: 'good',
  FAILED: 'bad',
  DEVICE_OFFLINE: 'waiting',
}

export const modeTexts = {
  LIVE: 'logTrace.mode.LIVE',
  CAPTURE: 'logTrace.mode.CAPTURE',
} as const satisfies Record<string, TextKey>

const causeTexts: Readonly<Record<string, TextKey>> = {
  USER: 'logTrace.cause.USER',
  TERMINAL: 'logTrace.cause.TERMINAL',
  SIZE: 'logTrace.cause.SIZE',
  TIME: 'logTrace.cause.TIME',
  OFFLINE: 'logTrace.cause.OFFLINE',
  NO_ANSWER: 'logTrace.cause.NO_ANSWER',
  MOVED: 'logTrace.cause.MOVED',
}

/** Why a trace has ended; of a refusal, what its code means. */
export function causeText({ cause }: Pick<LogTrace, 'cause'>): string {
  if (cause === null) return ''
  const known = causeTexts[cause]
  return known ? t(known) : (codeText(cause) ?? cause)
}
