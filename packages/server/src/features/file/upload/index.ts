export { holdFiles } from './fileReferences.ts'
