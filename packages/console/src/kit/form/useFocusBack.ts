import { useEffect, useRef } from 'react'

/**
 * Gives the focus back to the button that began what is under way: disabled meanwhile, it has lost it. Answers what
 * remembers the button.
 */
export function useFocusBack(isBusy: boolean): () => void {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    if (isBusy || document.activeElement !== document.body) return
    if (before.current instanceof HTMLElement) before.current.focus()
  }, [isBusy])
  return () => {
    before.current = document.activeElement
  }
}
