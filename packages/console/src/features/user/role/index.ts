export { grantedLeaves } from './marks.ts'
export { rightText } from './rightTexts.ts'
export { RightsTree } from './RightsTree.tsx'
