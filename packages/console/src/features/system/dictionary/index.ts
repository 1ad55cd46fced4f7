export { WordField } from './WordField.tsx'
