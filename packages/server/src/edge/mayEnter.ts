import { mayCall, type Principal } from '../kit/context.ts'
import { ownSession } from '../kit/scope.ts'
import type { Route } from '../kit/serve.ts'

/** Whether a caller's rights open a route. What is a person's own, an API client has not. */
export function mayEnter(principal: Principal, { call, scope }: Route): boolean {
  const isPersonal = scope === ownSession && call.permission !== 'public'
  if (isPersonal && principal.kind === 'client') return false
  return mayCall(principal, call.permission)
}
