export { FileField } from './upload/FileField.tsx'
export { FilesField } from './upload/FilesField.tsx'
export { hashFile } from './upload/hashFile.ts'
