export { isBuilt } from './isBuilt.ts'
export { menuFor, ownMenuPath } from './menuTree.queries.ts'
