import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { loadChunk } from '../platform/chunk.ts'

type Part = (props: never) => ReactNode

/** A part whose code is fetched when it is first drawn, with its type parameters, which `lazy` forgets. */
export function lazyPart<C extends Part>(load: () => Promise<C>): C {
  // The same component, under its own type.
  return delayed(load) as unknown as C
}

/** A dialog whose code is fetched when it is first opened: no list waits for its forms. */
export function lazyDialog<C extends Part>(load: () => Promise<C>): C {
  const Loaded = delayed(load)
  function LazyDialog(props: { readonly dialog: { readonly isOpen: boolean } }) {
    const [wasOpened, setOpened] = useState(false)
    if (props.dialog.isOpen && !wasOpened) setOpened(true)
    return <Suspense>{wasOpened && <Loaded {...props} />}</Suspense>
  }
  // It takes what the dialog takes and hands it on.
  return LazyDialog as unknown as C
}

function delayed(load: () => Promise<Part>) {
  return lazy(async () => {
    const loaded: unknown = await loadChunk(load)
    // React asks for a component of any props; the callers above say which ones.
    return { default: loaded as ComponentType<object> }
  })
}
