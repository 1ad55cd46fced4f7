export { type FileHolder, holdFiles } from './fileReferences.ts'
