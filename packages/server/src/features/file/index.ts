export { dropContent } from './dropContent.ts'
