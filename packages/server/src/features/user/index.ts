export { wereInvited } from './account/accountBin.ts'
export { usersByName } from './userSearch.queries.ts'
