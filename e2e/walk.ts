import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'

/**
 * WCAG 2.2 AA by axe; each violation with the places where it is.
 * @param within where to look, by a selector; without: the whole page
 */
export async function violations(page: Page, within?: string): Promise<string[]> {
  // It stays in a page; to read its 650 kB anew costs as much as to look.
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) })
    // Only rules that are not asked for read style sheets. The console holds no frame that is to be
    // looked into, so nothing has to be put together on a page of its own.
    .options({ resultTypes: ['violations'], preload: false })
    .setLegacyMode()
  if (within) axe.include(within)
  const { violations: found } = await axe
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

/** What one cannot see as a whole, or not reach, on the page in front; empty: all is well. */
export async function hiddenParts(page: Page): Promise<string[]> {
  const panel = page.locator('main section[data-path]:visible')
  if ((await panel.count()) === 0) return []
  return [...(await panel.evaluate(findHidden)), ...(await panel.evaluate(findHalfHidden))]
}

/** Whether what a row is called, or the head above where there is none, stays in sight when its list is scrolled to the far end. */
export async function staysInSight(table: Locator): Promise<boolean> {
  return table.evaluate((element) => {
    const scroller = element.parentElement
    const row =
      element.querySelector('tbody tr[data-row]') ??
      element.closest('[data-list]')?.querySelector('thead tr')
    // A table that is no list has no rows that are called something.
    if (row === undefined) return true
    const cell = row?.querySelector(':scope > [class*="pinned"]')
    if (!scroller || !cell) return false
    const isRtl = getComputedStyle(element).direction === 'rtl'
    scroller.scrollLeft = isRtl ? -scroller.scrollWidth : scroller.scrollWidth
    const [seen, shown] = [scroller.getBoundingClientRect(), cell.getBoundingClientRect()]
    scroller.scrollLeft = 0
    return shown.left >= seen.left - 1 && shown.right <= seen.right + 1
  })
}

function findHidden(panel: Element): string[] {
  const found: string[] = []
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    // What is for screen readers alone is a pixel large.
    return element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1
  }
  // Of these one part is a stop, and arrows lead on.
  const walked = '[role=tablist], [role=tree], [role=menu], [role=toolbar], tr'
  for (const control of panel.querySelectorAll<HTMLElement>('button, a[href], input, select')) {
    if (!isSeen(control)) continue
    if (control.tabIndex < 0 && !control.closest(walked))
      found.push(`no key reaches ${nameOf(control)}`)
    const box = control.getBoundingClientRect()
    let around = control.parentElement
    for (; around && around !== panel; around = around.parentElement) {
      // What lies at the edge of a map comes into sight when the map is moved.
      if (around.matches('[data-map]')) break
      const { overflowX, overflowY, textOverflow } = getComputedStyle(around)
      // A name that leads somewhere ends in three points, as any text of a cell.
      if (control.matches('a') && textOverflow === 'ellipsis') break
      const edge = around.getBoundingClientRect()
      const isCut =
        (['hidden', 'clip'].includes(overflowX) &&
          (box.left < edge.left - 2 || box.right > edge.right + 2)) ||
        (['hidden', 'clip'].includes(overflowY) &&
          (box.top < edge.top - 2 || box.bottom > edge.bottom + 2))
      if (isCut) found.push(`${nameOf(around)} cuts ${nameOf(control)}`)
    }
  }
  for (const element of panel.querySelectorAll<HTMLElement>('*')) {
    const isText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    )
    if (!isText || !isSeen(element) || element.scrollWidth <= element.clientWidth + 1) continue
    const { overflowX, textOverflow, display } = getComputedStyle(element)
    if (display === 'inline' || overflowX === 'visible' || overflowX === 'auto') continue
    if (textOverflow !== 'ellipsis') found.push(`${nameOf(element)} is cut without a sign`)
  }
  return found
}

/** Columns that end half behind the buttons of a row: one lies behind them as a whole, or not at all. */
function findHalfHidden(panel: Element): string[] {
  const found: string[] = []
  const isRtl = getComputedStyle(panel).direction === 'rtl'
  for (const acts of panel.querySelectorAll('thead th:last-child:not([data-column])')) {
    if (!acts.checkVisibility()) continue
    const edge = acts.getBoundingClientRect()
    for (const head of acts.parentElement?.querySelectorAll('th[data-column]') ?? []) {
      const { left, right } = head.getBoundingClientRect()
      const seen = isRtl ? right - edge.right : edge.left - left
      const cut = isRtl ? edge.right - left : right - edge.left
      // As much of it as its padding may be in sight.
      if (seen > 12 && cut > 2) found.push(`the row's buttons cut "${head.textContent}"`)
    }
  }
  return found
}
