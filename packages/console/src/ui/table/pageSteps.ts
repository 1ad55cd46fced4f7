export interface PageStep {
  readonly key: string
  /** Null is a gap. */
  readonly page: number | null
}

/** The pages a pager offers: first, last, the current one and, where there is room, its neighbours. */
export function pageSteps(current: number, count: number, isNarrow = false): readonly PageStep[] {
  const last = Math.max(count, current, 1)
  const near = isNarrow ? [] : [current - 1, current + 1]
  const wanted = new Set([1, current, ...near, last])
  const pages = [...wanted].filter((page) => page >= 1 && page <= last).sort((a, b) => a - b)
  return pages.flatMap((page, index) => {
    const step = { key: String(page), page }
    const before = pages[index - 1] ?? page - 1
    if (page - before === 1) return [step]
    // A gap of one page is that page: a gap sign would be no shorter.
    if (page - before === 2) return [{ key: String(page - 1), page: page - 1 }, step]
    return [{ key: `gap${page}`, page: null }, step]
  })
}
