export { startMover } from './bucket/mover.ts'
export { dropContent, lockContent } from './dropContent.ts'
