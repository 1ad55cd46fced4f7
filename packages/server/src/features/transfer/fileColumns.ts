import {
  type Call,
  type ColumnWords,
  daysOf,
  type ExportWish,
  momentsOf,
  rightTextKeys,
} from '@muster/contract'
import { detailWords } from '@muster/contract/device/detailWords'
import { logWords } from '@muster/contract/device/logWords'
import { countryName } from '../../platform/countries.ts'
import { firstTranslation, translate } from '../../platform/texts.ts'
import { momentsAt, wallTimeAt } from '../timezone/timezone/index.ts'
import { speechIn } from './speech.ts'
import { type Columns, textOf, WallTime } from './write/cells.ts'

type Row = Readonly<Record<string, unknown>>

/** The columns of an exported file: coded values in words, days as such, moments in the reader's zone, which the heading says. */
export function fileColumns(
  page: Call,
  { columns, timeZone }: Pick<ExportWish, 'columns' | 'timeZone'>,
  language: string,
): Columns {
  const moments = momentsOf(page)
  const days = daysOf(page)
  const told = toldIn(language)
  return columns.map(([member, heading, words]) => {
    if (moments.has(member))
      return [member, `${heading} (${timeZone})`, (row) => wallTimeOf(row[member], timeZone)]
    if (days.has(member)) return [member, heading, (row) => dayOf(row[member])]
    if (words === undefined) return [member, heading]
    const sentence = typeof words === 'string' ? told.get(words) : undefined
    if (sentence) return [member, heading, (row) => sentence(row) ?? row[member]]
    return [member, heading, (row) => wordOf(row, { member, words, language })]
  })
}

interface Worded {
  readonly member: string
  readonly words: ColumnWords
  readonly language: string
}

/** A value in words; one that has none as it is. */
function wordOf(row: Row, { member, words, language }: Worded): unknown {
  const value = row[member]
  if (typeof words === 'string') return filled(row, words, language) ?? value
  // Several codes are several words; none may have a word of its own.
  if (Array.isArray(value) && value.length > 0)
    return value.map((one) => wordOf({ [member]: one }, { member, words, language }))
  const text = textOf(value)
  const key = Object.hasOwn(words, text) ? words[text] : text && words['*']
  return key ? translate(language, key, { value: text }) : value
}

/** The text of a key whose places the row fills; a right by the longest end of its code that has one, and a country by its name, as the console calls them. */
function filled(row: Row, template: string, language: string): string | null {
  const key = template.replace(/\{(\w+)\}/g, (_, name: string) => textOf(row[name]))
  if (template.startsWith(countries)) return countryName(language, key.slice(countries.length))
  const isRight = template.startsWith(rights)
  return firstTranslation(language, isRight ? rightTextKeys(key.slice(rights.length)) : [key])
}

type Sentence = (row: Row) => string | null

/** What lists say in a sentence of several members, by what their columns name in place of a text key. */
function toldIn(language: string): ReadonlyMap<string, Sentence> {
  const say = speechIn(language)
  return new Map<string, Sentence>([
    ['told.alarm', ({ data }) => (isRecord(data) ? detailWords(data, say) : null)],
    [
      'told.log.{code}.{otherOrgName}',
      ({ code, data, otherOrgName: name }) =>
        isRecord(data)
          ? logWords({ code: textOf(code), data, otherOrgName: textOf(name) || null }, say)
          : null,
    ],
  ])
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const rights = 'right.'
const countries = 'country.'

/** Members of a row that words name beside the column's own. */
export const placesOf = (words: ColumnWords | undefined): string[] =>
  typeof words === 'string' ? [...words.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name) : []

const dayMs = 86_400_000
/** Days from the end of 1899, where sheets begin, to 1970. */
const sheetEpoch = 25_569

/** From here on all sheets count alike: some have a 29 February in 1900. */
const firstSure = '1900-03-01'

/** A day of the calendar, the same in every zone. */
function dayOf(value: unknown): unknown {
  if (typeof value !== 'string' || !(value >= firstSure)) return value
  const serial = Date.parse(`${value}T00:00:00Z`) / dayMs + sheetEpoch
  return Number.isNaN(serial) ? value : new WallTime(value, serial, true)
}

/** A moment as the clocks of a zone show it; what they show twice is told apart by its offset. */
function wallTimeOf(value: unknown, zone: string): unknown {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) return value
  const wall = wallTimeAt(zone, at)
  const text = new Date(wall).toISOString().slice(0, 19).replace('T', ' ')
  if (momentsAt(zone, wall).length === 1) return new WallTime(text, wall / dayMs + sheetEpoch)
  return new WallTime(text + offsetText((wall - at) / 60_000), null)
}

const offsetText = (minutes: number): string => {
  const clock = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16)
  return `${minutes < 0 ? '-' : '+'}${clock}`
}
