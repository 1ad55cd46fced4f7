export { PolicyFields } from './PolicyFields.tsx'
export { characterTexts, factorTexts, policyTexts } from './policyTexts.ts'
