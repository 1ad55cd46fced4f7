export { draftOf, givenBy } from './scopeDraft.ts'
export { ScopeFields } from './ScopeFields.tsx'
export { scopeTexts } from './scopeTexts.ts'
