export { type FrozenPrincipal, frozenScope, narrowedTo, principalOf } from '../../../kit/frozen.ts'
export {
  requireClientsNotAbove,
  requireHeld,
  requireNarrower,
  requireNotAbove,
} from './holding.ts'
export { dropScope, homeOf, readScope, saveScope } from './scope.queries.ts'
