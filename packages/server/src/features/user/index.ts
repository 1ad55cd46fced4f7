export { usersByName } from './userSearch.queries.ts'
