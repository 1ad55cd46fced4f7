export { passwordPolicyOf } from './policy.queries.ts'
export { siteFor } from './site.queries.ts'
