export { grantedLeaves, isSameGrant, mergedGrant } from './marks.ts'
export { RightsTree } from './RightsTree.tsx'
