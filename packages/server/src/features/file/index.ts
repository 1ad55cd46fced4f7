export { startMover } from './bucket/mover.ts'
export { dropContent } from './dropContent.ts'
