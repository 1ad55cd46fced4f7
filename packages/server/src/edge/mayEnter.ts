import { isClosedToTokens } from '@muster/contract'
import { mayCall } from '../access/principal.ts'
import { ownSession } from '../access/scope.ts'
import type { Route } from '../kit/serve.ts'
import type { Authenticated } from './signature.ts'

/** Whether a caller's rights open a route. What is a person's own, only his session opens. */
export function mayEnter({ principal, isReadOnly }: Authenticated, route: Route): boolean {
  const { call, scope } = route
  const isPersonal = scope === ownSession && call.permission !== 'public'
  if (isPersonal && principal.kind !== 'user') return false
  if (isReadOnly && call.method !== 'GET') return false
  if (principal.kind === 'token' && isClosedToTokens(call)) return false
  return mayCall(principal, call.permission)
}
