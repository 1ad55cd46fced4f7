export { draftOf, givenBy, isEdited, mergedScope } from './scopeDraft.ts'
export { ScopeFields } from './ScopeFields.tsx'
export { scopeTexts } from './scopeTexts.ts'
