export { grantedLeaves, isSameGrant } from './marks.ts'
export { RightsTree } from './RightsTree.tsx'
