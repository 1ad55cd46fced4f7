export { runsOn } from './policy/madeFor.ts'
export { nameableApps } from './policy/policyScope.ts'
export { startPolicyWorker } from './policy/policy.worker.ts'
