import { logSpanDays } from '@muster/contract'

const usualSpanMs = 31 * 86_400_000
const longestSpanMs = logSpanDays * 86_400_000

/** The span that is proved: that of the filter, as far as one proof may span. */
export function spanOf(range: Readonly<Record<string, string>>, now: number) {
  const to = range['to'] ? Date.parse(range['to']) : now
  const from = range['from'] ? Date.parse(range['from']) : to - usualSpanMs
  const first = Math.max(from, to - longestSpanMs)
  return { from: new Date(first).toISOString(), to: new Date(to).toISOString() }
}
