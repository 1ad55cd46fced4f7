export { nameableApps } from './policy/policyScope.ts'
export { startReleaseWorker } from './policy/policy.worker.ts'
