export {
  requireClientsNotAbove,
  requireHeld,
  requireNarrower,
  requireNotAbove,
} from './holding.ts'
export { dropScope, homeOf, readScope, saveScope } from './scope.queries.ts'
