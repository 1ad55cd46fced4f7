import { type ComponentType, createElement, type ReactNode, useState } from 'react'
import { code, useCode } from './code.ts'
import { allTexts } from './texts.ts'

type Part = (props: never) => ReactNode

/**
 * A part whose code is fetched when it is first drawn:
 * `lazyPart(() => import('./BinDialog.tsx').then((file) => file.BinDialog))`. Until the code is here
 * `Awaited` stands in its place; where it cannot come, the part throws why.
 */
export function lazyPart<C extends Part>(
  load: () => Promise<C>,
  Awaited: (props: NoInfer<Parameters<C>[0]>) => ReactNode = () => null,
): NoInfer<C> {
  const part = code<Part>(load)
  const LazyPart = (props: object) =>
    // React asks for a component of any props; whoever draws this one gave those of the part.
    createElement((useCode(part) ?? Awaited) as ComponentType<object>, props)
  // The same component, under its own type.
  return LazyPart as unknown as NoInfer<C>
}

/** A dialog whose code is fetched when it is first opened: no list waits for its forms. */
export function lazyDialog<C extends Part>(load: () => Promise<C>): NoInfer<C> {
  const withTexts = async () => (await Promise.all([load(), allTexts()]))[0]
  // As above: it is drawn with what the dialog takes.
  const Dialog = lazyPart<Part>(withTexts) as ComponentType<object>
  function LazyDialog(props: { readonly dialog: { readonly isOpen: boolean } }) {
    const [wasOpened, setOpened] = useState(false)
    if (props.dialog.isOpen && !wasOpened) setOpened(true)
    return wasOpened && <Dialog {...props} />
  }
  // It takes what the dialog takes and hands it on.
  return LazyDialog as unknown as NoInfer<C>
}
