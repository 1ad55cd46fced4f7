export { nameableApps } from './policy/policyScope.ts'
export { startPolicyWorker } from './policy/policy.worker.ts'
