export { wereInvited } from './account/accountBin.ts'
export { oneTimePassword } from './oneTimePassword.ts'
export { usersByName } from './userSearch.queries.ts'
