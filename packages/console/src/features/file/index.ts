export { FileField } from './upload/FileField.tsx'
