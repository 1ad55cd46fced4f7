export { FileField } from './upload/FileField.tsx'
export { hashFile } from './upload/hashFile.ts'
