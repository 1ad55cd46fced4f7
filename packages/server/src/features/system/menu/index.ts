export { screenOfCall } from './apiPatterns.ts'
export { builtCalls, codesOnlyOf } from './builtScreens.ts'
export { isBuilt } from './isBuilt.ts'
export { menuFor, permissionOfPage } from './menuTree.queries.ts'
