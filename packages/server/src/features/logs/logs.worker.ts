import type { Platform } from '../../kit/context.ts'
import { every } from '../../platform/every.ts'
import { pullByRules } from './rule/pullByRules.ts'

/** Pulls logs by the rules for that. Any number of processes may do it. */
export function startLogWorker(platform: Platform): { readonly stop: () => Promise<void> } {
  const { log } = platform
  return every({ name: 'the pulling of logs by rules', seconds: 2, log }, () =>
    pullByRules(platform),
  )
}
