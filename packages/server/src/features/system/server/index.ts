export { startNode } from './node.ts'
