import { locale } from '../../../platform/texts.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** A length of time in its two largest units: "2 hr 5 min". */
export function formatDuration(milliseconds: number): string {
  const at = Math.max(0, units.findLastIndex(([, size]) => size > milliseconds) + 1)
  const pair = units.slice(Math.min(at, units.length - 1)).slice(0, 2)
  let rest = milliseconds
  const parts = pair.map(([unit, length]) => {
    const count = Math.floor(rest / length)
    rest -= count * length
    return { count, text: unitFormat(unit).format(count) }
  })
  return parts
    .filter(({ count }, index) => count > 0 || index === 0)
    .map(({ text }) => text)
    .join(' ')
}

const unitFormat = (unit: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' })
