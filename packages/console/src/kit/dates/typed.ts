import { formatDay, formatMinute } from '../../platform/format.ts'
import { asciiDigits } from '../../ui/form/digits.ts'

/** Marks of direction, which `Intl` writes for text beside others; a field holds nothing else. */
const plain = (text: string) => text.replace(/[\u2066\u2069]/g, '')

/** A day as the field shows it: the reader's order and the language's digits. */
export const shownDay = (day: string) => plain(formatDay(day))

/** A day and its minute as the field shows them. */
export const shownMinute = (minute: string) => plain(formatMinute(minute))

const midnight = '00:00'
/** The last minute of a day, which ends a span. */
export const dayEnd = '23:59'

/** The order in which a day is written: `DD/MM/YYYY`. */
export const dayPattern = () =>
  asciiDigits(formatDay('2003-11-22'))
    .replace('2003', 'YYYY')
    .replace('11', 'MM')
    .replace('22', 'DD')
    .replace(/[^YMD./-]/g, '')

/** The day that was typed in the reader's order or as ISO writes it, in any digits; null for none. */
export function readDay(typed: string): string | null {
  const numbers = numbersOf(typed)
  return numbers?.length === 3 ? dayOf(numbers) : null
}

/** The minute that was typed behind its day; midnight, or the `clock` that is meant, while there is none. */
export function readMinute(typed: string, clock = midnight): string | null {
  const [first, month, third, ...time] = numbersOf(typed) ?? []
  const day = first && month && third && dayOf([first, month, third])
  const minute = time.length === 0 ? clock : clockOf(time)
  return day && minute ? `${day} ${minute}` : null
}

/** The time of day that was typed, `HH:mm`; null for none. */
export function readTime(typed: string): string | null {
  const numbers = numbersOf(typed)
  const [digits = ''] = numbers ?? []
  const parts = numbers?.length === 1 && /^\d{4}$/.test(digits) ? split(digits) : numbers
  return parts ? clockOf(parts) : null
}

const split = (digits: string) => [digits.slice(0, 2), digits.slice(2)]

/** The numbers of a text without words: what says PM or March is not guessed at. */
function numbersOf(typed: string): readonly string[] | null {
  const text = asciiDigits(typed).replace(/(?<=\d)T(?=\d)/, ' ')
  return /\p{L}/u.test(text) ? null : text.match(/\d+/g)
}

function dayOf(numbers: readonly string[]): string | null {
  const order = numbers[0]?.length === 4 ? 'YMD' : dayPattern().replace(/(.)\1+|[^YMD]/g, '$1')
  const of = (part: string) => numbers[order.indexOf(part)] ?? ''
  const [year, month, day] = [of('Y'), of('M').padStart(2, '0'), of('D').padStart(2, '0')]
  const written = `${year}-${month}-${day}`
  const time = year.length === 4 ? Date.parse(`${written}T00:00:00Z`) : Number.NaN
  // A 31st of April would become the 1st of May.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(written) ? written : null
}

function clockOf([hours = '', minutes = '', ...rest]: readonly string[]): string | null {
  const clock = `${hours.padStart(2, '0')}:${minutes}`
  return rest.length === 0 && /^([01]\d|2[0-3]):[0-5]\d$/.test(clock) ? clock : null
}
