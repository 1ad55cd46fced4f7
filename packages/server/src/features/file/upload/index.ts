export { extensionOf, isKnownForm, isOfForm } from './content.rules.ts'
export {
  heldFile,
  namedFile,
  holdFile,
  holdFiles,
  letGoFiles,
  type StoredContent,
  storedFile,
} from './fileReferences.ts'
export { extensionsFor } from './uploadRules.ts'
