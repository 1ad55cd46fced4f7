export { useSave } from './useSave.ts'
