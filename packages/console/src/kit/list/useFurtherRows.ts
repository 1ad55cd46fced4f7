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
  /** The page that the list is on, or its dialog. */
  readonly page: HTMLElement
  /** What the page has its room in. */
  readonly scroller: HTMLElement
  /** What grows with whatever comes beside the list. */
  readonly parents: readonly HTMLElement[]
}

function placesOf(list: HTMLElement): Places | null {
  const page = list.closest<HTMLElement>('[role="dialog"], section[data-path]')
  const [table, scroller] = [list.firstElementChild, page?.parentElement]
  if (!page || !scroller || !(table instanceof HTMLElement)) return null
  const parents: HTMLElement[] = []
  for (let at = list.parentElement; at && at !== page; at = at.parentElement) parents.push(at)
  return { list, table, page, scroller, parents }
}

function fit(places: Places): void {
  const { list, table, scroller } = places
  // A page behind another one is not laid out.
  if (scroller.clientHeight === 0) return
  const now = Number(list.style.getPropertyValue('--further-rows') || 0)
  const whole = table.offsetHeight + now * furtherRow
  const rows = furtherRows(whole, roomOf(places))
  if (rows !== now) list.style.setProperty('--further-rows', String(rows))
}

/** Pixels that the page leaves the table. */
function roomOf({ list, table, page, scroller }: Places): number {
  const others = (whole: number) => whole - table.offsetHeight
  if (page.matches('[role="dialog"]')) {
    const { paddingTop, paddingBottom } = getComputedStyle(scroller)
    const margins = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom)
    return scroller.clientHeight - margins - others(page.scrollHeight)
  }
  const end = list.getBoundingClientRect().bottom - page.getBoundingClientRect().top
  const foot = scroller.scrollHeight - page.offsetHeight
  return scroller.clientHeight - foot - others(end)
}

/** By how many rows a table is shortened that would be `whole` pixels high, for which `room` are left. */
export function furtherRows(whole: number, room: number): number {
  const rows = Math.max(0, Math.ceil((whole - room - 1) / furtherRow))
  return whole - rows * furtherRow < leastTable ? 0 : rows
}
