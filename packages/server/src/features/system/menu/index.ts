export { screenOfCall } from './apiPatterns.ts'
export { codesOnlyOf } from './builtScreens.ts'
export { isBuilt } from './isBuilt.ts'
export { menuFor, ownMenuPath } from './menuTree.queries.ts'
