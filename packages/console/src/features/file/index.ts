/** @public The door for forms that need a file: its upload's id goes into their record. */
export { uploadFile } from './upload/uploadFile.ts'
