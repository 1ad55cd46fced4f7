import { bytesText, localeOf, type Speech } from '@muster/contract'
import { firstTranslation, translate } from '../../platform/texts.ts'
import { isMirrored } from './write/textCell.ts'

/** How files make the sentences that the console shows. */
export function speechIn(language: string): Speech {
  const locale = localeOf(language)
  const numbers = new Intl.NumberFormat(locale)
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const days = new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' })
  const lists = new Intl.ListFormat(locale, { type: 'unit' })
  // Programs that read a file would stumble over marks that nobody sees; in Arabic people need them.
  const isolated = (text: string) => (isMirrored(language) ? `\u2068${text}\u2069` : text)
  return {
    t: (key, values) => translate(language, key, values),
    word: (key, code) => firstTranslation(language, [`${key}.${code}`]) ?? code,
    number: (value) => numbers.format(value),
    percent: (share) => percents.format(share),
    bytes: (bytes) => bytesText(bytes, locale),
    day: (on) => days.format(new Date(`${on}T00:00:00Z`)),
    list: (names) => lists.format(names.map(isolated)),
    isolated,
  }
}

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
