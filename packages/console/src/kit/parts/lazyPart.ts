import { type ComponentType, lazy, type ReactNode } from 'react'

/** A part whose code is fetched when it is first drawn, with its type parameters, which `lazy` forgets. */
export function lazyPart<C extends (props: never) => ReactNode>(load: () => Promise<C>): C {
  const part: unknown = lazy(async () => {
    const loaded: unknown = await load()
    // React asks for a component of any props; the type below says which ones.
    return { default: loaded as ComponentType<object> }
  })
  // The same component again, under its own type.
  return part as C
}
