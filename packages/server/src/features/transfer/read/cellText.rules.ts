import type { CellDoubt } from './sheetFault.ts'

/**
 * How a workbook shows the numbers of a style: as days, as hours of no day, in percent, as whole numbers,
 * filled up with zeros, otherwise than they are (`other`: units, places, dashes), or (null) as they are.
 */
export type NumberStyle =
  | { readonly is: 'day' | 'hours' | 'percent' | 'whole' | 'other' }
  | { readonly zeros: number }
  | null

/** Formats that every workbook has without naming them (ECMA-376, 18.8.30). */
const isBuiltInDay = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58)

/** Among those of days: hours and minutes, which name no day. */
const isBuiltInHours = (id: number): boolean =>
  (id >= 18 && id <= 21) || id === 32 || id === 33 || (id >= 45 && id <= 47)

const isBuiltInPercent = (id: number): boolean => id === 9 || id === 10
const isBuiltInWhole = (id: number): boolean => id === 1 || id === 3
/** General and text; formats that a workbook names and does not have are shown as General. */
const isBuiltInPlain = (id: number): boolean => id === 0 || id === 49 || id >= 164

/** Characters of a format: no sheet program takes more. */
const longestCode = 255

/** What a format makes of a number. */
export function styleOf(id: number, code: string | undefined): NumberStyle {
  if (code === undefined) return builtIn(id)
  // What follows looks for pairs of brackets, which takes the square of a length that nothing limits.
  if (code.length > longestCode) return { is: 'other' }
  // Colours, languages and room at the edge show nothing; counts of hours, currencies and what is in quotes do.
  const shown = code.replace(/\[(?!h+\]|m+\]|s+\]|\$[^-\]])[^\]]*\]|_./gi, '')
  const bare = shown.replace(/"[^"]*"|\\.|\[\$[^\]]*\]/g, '')
  // One section for what is below zero shows the same number where it is the first one with a sign.
  const [above = '', below, ofZero = above] = shown.split(';')
  if (below === `-${above}` && ofZero === above) return styleOf(id, above)
  if (/^0{2,}$/.test(shown)) return { zeros: shown.length }
  if (/^(general|@|)$/i.test(shown)) return null
  if (/^(0|#|#,##0|#,###)$/.test(shown)) return { is: 'whole' }
  if (bare.endsWith('%')) return { is: 'percent' }
  const letters = bare.replace(/general|am\/pm|a\/p/gi, '')
  if (/[hs]|\[m/i.test(letters) && !/[dy]|mmm/i.test(letters)) return { is: 'hours' }
  return { is: /[dmyhs]/i.test(letters) ? 'day' : 'other' }
}

function builtIn(id: number): NumberStyle {
  if (isBuiltInHours(id)) return { is: 'hours' }
  if (isBuiltInDay(id)) return { is: 'day' }
  if (isBuiltInPercent(id)) return { is: 'percent' }
  if (isBuiltInPlain(id)) return null
  return { is: isBuiltInWhole(id) ? 'whole' : 'other' }
}

/** A cell's text, and why it may not be what the person sees. */
export interface CellText {
  readonly text: string
  readonly doubt: CellDoubt | null
}

/** From here on a sheet has lost digits: it keeps fifteen. */
const exactBelow = 1e15

/** A number as its sheet shows it. */
export function textOfNumber(text: string, style: NumberStyle, is1904: boolean): CellText {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) return { text, doubt: null }
  if (isDay(style)) return dayOrHours(value, style, is1904)
  if (Math.abs(value) >= exactBelow) return { text: String(value), doubt: 'digits' }
  // 1.1 lies in the file as 1.1000000000000001.
  const shown = String(Number(value.toPrecision(15)))
  if (style === null) return { text: shown, doubt: null }
  const isWhole = Number.isInteger(value)
  if ('zeros' in style)
    return isWhole && value >= 0
      ? { text: shown.padStart(style.zeros, '0'), doubt: null }
      : { text: shown, doubt: 'format' }
  if (style.is === 'percent') return { text: percentText(value), doubt: null }
  return { text: shown, doubt: isWhole && style.is === 'whole' ? null : 'format' }
}

type DayStyle = { readonly is: 'day' | 'hours' }

const isDay = (style: NumberStyle): style is DayStyle =>
  style !== null && 'is' in style && (style.is === 'day' || style.is === 'hours')

/** A 29 February that never was: the count of 1900 has one, so that all before it are a day off. */
const leapOf1900 = 60

/** Hours, and what lies before the first day, are those of no day, whatever the count makes of them. */
function dayOrHours(days: number, { is }: DayStyle, is1904: boolean): CellText {
  const isNoDay = is === 'hours' || days < 1 || (!is1904 && Math.floor(days) === leapOf1900)
  const text = days >= 0 && days < 1 ? clockText(days) : dayText(days, is1904)
  return { text, doubt: isNoDay ? 'format' : 'date' }
}

/** `12:00:00` for half a day. */
const clockText = (days: number): string =>
  new Date(Math.round(days * 86_400) * 1000).toISOString().slice(11, 19)

/** All the digits that are there: what a format rounds away was not asked for. */
const percentText = (value: number): string => `${Number((value * 100).toPrecision(15))}%`

const dayMs = 86_400_000
/** Days from the beginning of a sheet's count to 1970. */
const epochs = { 1900: 25_569, 1904: 24_107 } as const

/** `2026-11-20`, or `2026-11-20 14:05:00`. */
function dayText(days: number, is1904: boolean): string {
  const real = !is1904 && days < leapOf1900 ? days + 1 : days
  const ms = Math.round((real - (is1904 ? epochs[1904] : epochs[1900])) * 86_400) * 1000
  if (!(Math.abs(ms) < 8.64e15)) return String(days)
  const iso = new Date(ms).toISOString()
  return ms % dayMs === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}
