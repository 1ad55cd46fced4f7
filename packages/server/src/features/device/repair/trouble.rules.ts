import type { troubleRefusals } from '@muster/contract'

/** Somebody at a terminal reports trouble with it. */
export interface Trouble {
  readonly deviceId: string
  readonly sn: string
  /** Id of the message that brought it. */
  readonly messageId: string
  readonly title: string
  readonly text: string
  readonly phone: string | null
  /** Items by which the terminal has handed in what shows it. */
  readonly photos: readonly string[]
}

export type TroubleRefusal = (typeof troubleRefusals)[number]

/** What is known of a terminal that reports. */
export interface Reporter {
  readonly id: string
  /** Reports of its last day. */
  readonly told: number
}

/** Reports that one terminal may make in a day: people report, programs that run wild do not stop. */
export const mostTroublesADay = 20

/** Those that are taken of some that came together, the first of each terminal first. */
export function withinTheDay<T extends Pick<Trouble, 'deviceId'>>(
  troubles: readonly T[],
  reporters: ReadonlyMap<string, Reporter>,
): readonly T[] {
  const told = new Map<string, number>()
  return troubles.filter(({ deviceId }) => {
    const reporter = reporters.get(deviceId)
    if (!reporter) return false
    const count = (told.get(deviceId) ?? reporter.told) + 1
    told.set(deviceId, count)
    return count <= mostTroublesADay
  })
}

/** Digits of either script, as many as the number of a card has or more, however they are grouped. */
const longNumber = /[0-9٠-٩۰-۹](?:[\s.\-–]{0,2}[0-9٠-٩۰-۹]){12,}/g

const [fewest, most] = [13, 19]

/** Whether the number of a card stands among some digits: a check digit at its end, and a first digit that cards have. */
function holdsCard(text: string): boolean {
  // The tens of each script end in the same four bits.
  const digits = [...text.replace(/[\s.\-–]/g, '')].map((one) => one.charCodeAt(0) & 0xf)
  return digits.some((first, from) => {
    if (first < 2 || first > 6) return false
    const longest = Math.min(most, digits.length - from)
    for (let count = fewest; count <= longest; count++)
      if (isChecked(digits.slice(from, from + count))) return true
    return false
  })
}

/** By the algorithm of Luhn (ISO/IEC 7812-1). */
function isChecked(digits: readonly number[]): boolean {
  const sum = digits.toReversed().reduce((total, digit, nth) => {
    const doubled = nth % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** What a person wrote, without what might be the number of a card; ends and lines of a title are put right. */
export const cleanText = (text: string): string =>
  text.replace(longNumber, (found) => (holdsCard(found) ? '…' : found)).trim()
export const cleanTitle = (title: string): string => cleanText(title.replace(/\s+/g, ' '))
