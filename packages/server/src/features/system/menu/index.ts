export { screenOfCall } from './apiPatterns.ts'
export { builtCalls, codesOnlyOf } from './builtScreens.ts'
export { menuFor, permissionOfPage } from './menuTree.queries.ts'
