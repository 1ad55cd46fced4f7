import type { AppAct, AppTrigger, TextKey } from '@muster/contract'

export const actTexts: Readonly<Record<AppAct, TextKey>> = {
  INSTALLED: 'appLog.act.INSTALLED',
  UPDATED: 'appLog.act.UPDATED',
  DOWNGRADED: 'appLog.act.DOWNGRADED',
  REMOVED: 'appLog.act.REMOVED',
  INSTALL_FAILED: 'appLog.act.INSTALL_FAILED',
  REMOVE_FAILED: 'appLog.act.REMOVE_FAILED',
}

export const triggerTexts: Readonly<Record<AppTrigger, TextKey>> = {
  TASK: 'appLog.trigger.TASK',
  POLICY: 'appLog.trigger.POLICY',
  STORE: 'appLog.trigger.STORE',
  SIDE_LOAD: 'appLog.trigger.SIDE_LOAD',
  SYSTEM: 'appLog.trigger.SYSTEM',
  UNKNOWN: 'appLog.trigger.UNKNOWN',
}

export const resultTexts = { done: 'appLog.result.done', failed: 'appLog.result.failed' } as const

export const isFailed = (kind: AppAct): boolean =>
  kind === 'INSTALL_FAILED' || kind === 'REMOVE_FAILED'
