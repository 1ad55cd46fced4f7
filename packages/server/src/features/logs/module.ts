import { logFiles, logRules, logTraces } from '@muster/contract'
import type { Module } from '../module.ts'
import { logFileRoutes } from './file/file.routes.ts'
import { logRuleRoutes } from './rule/rule.routes.ts'
import { logTraceRoutes } from './trace/trace.routes.ts'

/** What terminals write down: files that they hand in, rules by which they do, and traces. */
export const logsModule: Module = {
  routes: [logFileRoutes, logRuleRoutes, logTraceRoutes],
  exports: [logFiles, logRules, logTraces],
}
