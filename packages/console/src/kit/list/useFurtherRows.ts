import { type RefObject, useEffect } from 'react'

/** Pixels by which each further row above a list shortens its table (product spec, section 9). */
const furtherRow = 60

/** Pixels that a table keeps: where more than rows stands around it, the page scrolls. */
const leastTable = 360

/**
 * Counts what stands around a list beside its filters and acts as further rows, as many as it takes for the
 * page to end with the window: no page scrolls a few pixels beside its table.
 */
export function useFurtherRows(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const around = list.current && placesOf(list.current)
    if (!around) return undefined
    let frame = 0
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      // What it changes is observed, too: not within the same turn.
      frame = requestAnimationFrame(() => fit(around))
    })
    for (const place of [around.scroller, ...around.parents]) observer.observe(place)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
    }
  }, [list])
}

interface Places {
  readonly list: HTMLElement
  readonly table: HTMLElement
  readonly page: HTMLElement
  readonly scroller: HTMLElement
  /** What grows with whatever comes beside the list. */
  readonly parents: readonly HTMLElement[]
}

/** Null: not on a page of its own, but in a dialog. */
function placesOf(list: HTMLElement): Places | null {
  const page = list.closest<HTMLElement>('section[data-path]')
  const [table, scroller] = [list.firstElementChild, page?.parentElement]
  if (!page || !scroller || !(table instanceof HTMLElement) || list.closest('[role="dialog"]'))
    return null
  const parents: HTMLElement[] = []
  for (let at = list.parentElement; at && at !== page; at = at.parentElement) parents.push(at)
  return { list, table, page, scroller, parents }
}

function fit({ list, table, page, scroller }: Places): void {
  // A page behind another one is not laid out.
  if (scroller.clientHeight === 0) return
  const now = Number(list.style.getPropertyValue('--further-rows') || 0)
  const whole = table.offsetHeight + now * furtherRow
  const end = list.getBoundingClientRect().bottom - page.getBoundingClientRect().top
  const foot = scroller.scrollHeight - page.offsetHeight
  const room = scroller.clientHeight - foot - (end - table.offsetHeight)
  const rows = furtherRows(whole, room)
  if (rows !== now) list.style.setProperty('--further-rows', String(rows))
}

/** By how many rows a table is shortened that would be `whole` pixels high, for which `room` are left. */
export function furtherRows(whole: number, room: number): number {
  const rows = Math.max(0, Math.ceil((whole - room - 1) / furtherRow))
  return whole - rows * furtherRow < leastTable ? 0 : rows
}
