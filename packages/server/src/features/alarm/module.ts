import { alarmRules, alarms } from '@muster/contract'
import type { Module } from '../module.ts'
import { alarmRoutes } from './alarm.routes.ts'
import { alarmJobs } from './alarm.worker.ts'
import { alarmRuleRoutes } from './rule.routes.ts'

/** What is wrong with terminals, who is told, and what was done about it. */
export const alarmModule: Module = {
  routes: [alarmRoutes, alarmRuleRoutes],
  jobs: alarmJobs,
  exports: [alarms, alarmRules],
}
