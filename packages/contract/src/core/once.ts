/**
 * Does something when it is first asked for, and keeps what came of it: whoever loads the contract
 * uses few of its schemas, and to make them all takes a start's time.
 */
export function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | null = null
  return () => (done ??= { value: work() }).value
}

/** An object whose members are made when they are first asked for. */
export function lazy<T extends object>(members: { readonly [K in keyof T]: () => T[K] }): T {
  const made = {}
  for (const [name, get] of Object.entries<() => unknown>(members))
    Object.defineProperty(made, name, { get: once(get), enumerable: true })
  // Each member of the type has been defined.
  return made as T
}
