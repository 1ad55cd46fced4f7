export { startMover } from './bucket/mover.ts'
export { bookFolder } from './bookFiles.ts'
export { dropContent, lockContent } from './dropContent.ts'
