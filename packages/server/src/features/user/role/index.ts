export { grantRights, heldRights, shownRights } from './grantRights.ts'
export { ofClient } from './rights.queries.ts'
export { usableRoles } from './roleBin.ts'
