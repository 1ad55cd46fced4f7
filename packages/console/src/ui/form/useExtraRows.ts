import { type RefObject, useEffect } from 'react'

/** Pixels of one row of filters (product spec, section 9). */
const filterRow = 60

/** Tells the screen how many rows the filters take: each beyond the first shortens the table. */
export function useExtraRows(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const form = frame.current
    const screen = form?.closest<HTMLElement>('[data-screen]')
    if (!form || !screen) return undefined
    const watch = new ResizeObserver(() => {
      const rows = Math.max(0, Math.round(form.offsetHeight / filterRow) - 1)
      screen.style.setProperty('--extra-rows', String(rows))
    })
    watch.observe(form)
    return () => watch.disconnect()
  }, [frame])
}
