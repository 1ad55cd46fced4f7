export { makeMailLink } from './mailLink.ts'
