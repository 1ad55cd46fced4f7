import { type ComponentProps, useEffect, useRef } from 'react'

interface TopDialogProps extends Omit<ComponentProps<'dialog'>, 'ref' | 'open'> {
  /** A click beside it closes it, too. */
  readonly closesBeside?: boolean
}

/**
 * The browser's own dialog, over everything else from the moment it is drawn on: it keeps the focus,
 * closes by Escape and gives the focus back. For what the frame asks or shows, also before the UI library
 * is here; dialogs of pages are `DialogFrame`s (kit/dialog).
 */
export function TopDialog({ closesBeside = false, ...dialog }: TopDialogProps) {
  const own = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    // React does not know the attribute yet.
    if (closesBeside) own.current?.setAttribute('closedby', 'any')
    own.current?.showModal()
  }, [closesBeside])
  return <dialog ref={own} {...dialog} />
}
