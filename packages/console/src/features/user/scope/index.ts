export { draftOf, givenBy, isEdited } from './scopeDraft.ts'
export { ScopeFields } from './ScopeFields.tsx'
export { scopeTexts } from './scopeTexts.ts'
