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

/** Digits as long as the number of a card, however they are grouped. */
const cardNumber = /\d(?:[ -]?\d){12,18}/g

/** What a person wrote, without what might be the number of a card; ends and lines of a title are put right. */
export const cleanText = (text: string): string => text.replace(cardNumber, '…').trim()
export const cleanTitle = (title: string): string => cleanText(title.replace(/\s+/g, ' '))
