export { useDictionary } from './useDictionary.ts'
export { DictionaryLabel } from './DictionaryLabel.tsx'
