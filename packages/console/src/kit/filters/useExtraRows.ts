import { type RefObject, useEffect } from 'react'

/** Pixels of one row of filters, with the gap below it. */
const filterRow = 40

/** Tells the screen how many rows the filters take: each beyond the first shortens the table (product spec, section 9). */
export function useExtraRows(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const line = frame.current
    const screen = line?.closest<HTMLElement>('[data-screen]')
    if (!line || !screen) return undefined
    const watch = new ResizeObserver(() => {
      const rows = Math.max(0, Math.ceil(line.offsetHeight / filterRow) - 1)
      screen.style.setProperty('--extra-rows', String(rows))
    })
    watch.observe(line)
    return () => watch.disconnect()
  }, [frame])
}
