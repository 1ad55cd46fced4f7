import { type AppAct, appActs, type AppTrigger, appTriggers, type TextKey } from '@muster/contract'

const named = <N extends string, P extends string>(names: readonly N[], prefix: P) =>
  Object.fromEntries(names.map((name) => [name, `${prefix}.${name}`])) as Record<N, `${P}.${N}`>

export const actTexts: Readonly<Record<AppAct, TextKey>> = named(appActs, 'appLog.act')
export const triggerTexts: Readonly<Record<AppTrigger, TextKey>> = named(
  appTriggers,
  'appLog.trigger',
)

export const resultTexts = { done: 'appLog.result.done', failed: 'appLog.result.failed' } as const

export const isFailed = (kind: AppAct): boolean =>
  kind === 'INSTALL_FAILED' || kind === 'REMOVE_FAILED'
