export { extensionOf, isKnownForm, isOfForm } from './content.rules.ts'
export {
  heldFile,
  holdFile,
  holdFiles,
  letGoFiles,
  type StoredContent,
  storedFile,
} from './fileReferences.ts'
