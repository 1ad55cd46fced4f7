import type { Route } from '../kit/serve.ts'

/** Throws when a route lacks a permission or a data scope, or two routes share method and path. */
export function checkRoutes(routes: readonly Route[]): void {
  const seen = new Set<string>()
  for (const { call, scope, handle } of routes) {
    const line = `${call.method} ${call.path}`
    if (!call.permission) throw new Error(`${line} names no permission.`)
    if (!scope.name) throw new Error(`${line} names no data scope.`)
    if (typeof handle !== 'function') throw new Error(`${line} has no handler.`)
    if (seen.has(line)) throw new Error(`${line} is served twice.`)
    seen.add(line)
  }
}
