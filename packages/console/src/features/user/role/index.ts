export { grantedLeaves } from './marks.ts'
export { RightsTree } from './RightsTree.tsx'
