import { type RefObject, useEffect } from 'react'

/** Gives a cell whose text is cut off a title with the whole of it, when someone points at it. */
export function useWholeTexts(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current
    element?.addEventListener('mouseover', show)
    return () => element?.removeEventListener('mouseover', show)
  }, [frame])
}

function show({ target }: MouseEvent): void {
  if (!(target instanceof HTMLElement)) return
  const cell = target.closest<HTMLElement>('td, th')
  if (!cell) return
  const isCut = [target, cell].some((element) => element.scrollWidth > element.clientWidth)
  if (isCut) cell.title = cell.textContent
  else cell.removeAttribute('title')
}
