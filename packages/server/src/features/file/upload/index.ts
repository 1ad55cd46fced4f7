export { heldFile, holdFile, holdFiles, letGoFiles } from './fileReferences.ts'
