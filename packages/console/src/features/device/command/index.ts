export { ArgFields } from './ArgFields.tsx'
export { hintTexts } from './argTexts.ts'
export { isFormCommand } from './formCommands.ts'
export { MessageParts } from './MessageParts.tsx'
