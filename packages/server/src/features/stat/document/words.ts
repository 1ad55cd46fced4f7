import { localeOf, type StatGrain, type TextKey, type TextValues } from '@muster/contract'
import { firstTranslation, translate } from '../../../platform/texts.ts'

/** What stands where there is no value. */
export const nothing = '–'

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

/** How a document of figures says things to its reader. */
export interface Words {
  readonly language: string
  readonly timeZone: string
  readonly isMirrored: boolean
  readonly t: (key: TextKey, values?: TextValues) => string
  /** What a code is called below a key; one that has no name as it is. */
  readonly word: (key: string, code: string) => string
  readonly number: (value: number | null) => string
  /** Day and minute in the reader's zone. */
  readonly moment: (at: string | Date) => string
  /** A calendar day, the same in every zone. */
  readonly day: (on: string) => string
  /** What the steps of a curve are named by. */
  readonly step: (at: string, grain: StatGrain) => string
}

export function wordsIn(language: string, timeZone: string): Words {
  const locale = localeOf(language)
  const numbers = new Intl.NumberFormat(locale)
  const moments = new Intl.DateTimeFormat(locale, { ...day, ...clock, timeZone })
  const days = new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' })
  const moment = (at: string | Date) => moments.format(new Date(at))
  const dayOf = (on: string) => days.format(new Date(`${on}T00:00:00Z`))
  return {
    language,
    timeZone,
    isMirrored: language.startsWith('ar'),
    t: (key, values) => translate(language, key, values),
    word: (key, code) => firstTranslation(language, [`${key}.${code}`]) ?? code,
    number: (value) => (value === null ? nothing : numbers.format(value)),
    moment,
    day: dayOf,
    step: (at, grain) => (grain === 'HOUR' ? moment(at) : dayOf(at.slice(0, 10))),
  }
}

/** Shares are shown in percent, with one digit. */
export const inTenths = (value: number): number => Math.round(value * 10) / 10
