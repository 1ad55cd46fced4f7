export { addressFor, letterheadFor, orgOfHost } from './letterhead.ts'
export { passwordPolicyOf, platformPolicy } from './policy.queries.ts'
export { siteFor } from './site.queries.ts'
