export { nameableApps } from './policy/policyScope.ts'
