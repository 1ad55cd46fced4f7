import { logFiles, logRules, logTraces } from '@muster/contract'
import type { Module } from '../module.ts'
import { logFileRoutes } from './file/file.routes.ts'
import { logRuleRoutes } from './rule/rule.routes.ts'
import { logTraceRoutes, traceTerminalRoutes } from './trace/trace.routes.ts'

/** What terminals write down: files that they hand in, rules by which they do, and traces. */
export const logsModule: Module = {
  routes: [logFileRoutes, logRuleRoutes, logTraceRoutes, traceTerminalRoutes],
  exports: [logFiles, logRules, logTraces],
}
