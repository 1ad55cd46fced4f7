import type { ReportRunState, TextKey } from '@muster/contract'

export const stateTexts: Readonly<Record<ReportRunState, TextKey>> = {
  DUE: 'report.state.DUE',
  MAKING: 'report.state.MAKING',
  SENT: 'report.state.SENT',
  NO_RIGHT: 'report.state.NO_RIGHT',
  NO_ADDRESS: 'report.state.NO_ADDRESS',
  FAILED: 'report.state.FAILED',
}

export const stateTones = {
  DUE: 'waiting',
  MAKING: 'waiting',
  SENT: 'good',
  NO_RIGHT: 'neutral',
  NO_ADDRESS: 'bad',
  FAILED: 'bad',
} as const satisfies Record<ReportRunState, string>
