import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * Puts a dialog beside the filters' form, in the same page: browsers lose the submit of a form that
 * stands in another one, and load the page anew.
 */
export function BesideForm({ children }: { readonly children: ReactNode }) {
  const here = useRef<HTMLSpanElement>(null)
  const [place, setPlace] = useState<Element | null>(null)
  useLayoutEffect(() => setPlace(here.current?.closest('form')?.parentElement ?? null), [])
  return (
    <>
      <span ref={here} hidden />
      {place && createPortal(children, place)}
    </>
  )
}
