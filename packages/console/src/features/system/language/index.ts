export { NamesField } from './NamesField.tsx'
