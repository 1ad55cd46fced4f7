export { useDictionary } from './useDictionary.ts'
export { Word } from './Word.tsx'
