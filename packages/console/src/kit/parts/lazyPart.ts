import { type ComponentType, lazy, type ReactNode } from 'react'

/** A part whose code is fetched when it is first drawn, with its type parameters, which `lazy` forgets. */
export function lazyPart<C extends (props: never) => ReactNode>(load: () => Promise<C>): C {
  // Only the parameters of the type are lost on the way; the component is the loaded one.
  const part: unknown = lazy(async () => {
    const loaded: unknown = await load()
    return { default: loaded as ComponentType<object> }
  })
  // The same component again, under its own type.
  return part as C
}
