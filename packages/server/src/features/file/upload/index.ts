export {
  heldFile,
  holdFile,
  holdFiles,
  letGoFiles,
  type StoredContent,
  storedFile,
} from './fileReferences.ts'
