import { chanceOf } from '../chance.ts'
import type { Scenario } from '../scenarios/scenario.ts'

/** One spell without a network; epoch milliseconds. */
export interface Absence {
  readonly from: number
  readonly until: number
  /** Ends without a word. */
  readonly isCut: boolean
}

/** When a terminal is out of reach. Moments that are asked for only rise. */
export interface Absences {
  /** The absence that a connection made now will meet, or stands in. */
  next(now: number): Absence | null
  /** The absence of this very moment. */
  current(now: number): Absence | null
}

const never: Absences = { next: () => null, current: () => null }

interface Span {
  /** When the fleet began; outages of all are counted from here. */
  readonly begun: number
  readonly seed: string
  readonly sn: string
}

export function absencesOf({ absence }: Scenario, { begun, seed, sn }: Span): Absences {
  if (!absence) return never
  const chance = absence.isTogether ? chanceOf(seed, 'outage') : chanceOf(seed, sn, 'absence')
  const after = (moment: number): Absence => {
    const from = moment + chance.between(absence.after) * 1000
    const until = from + chance.between(absence.lasts) * 1000
    return { from, until, isCut: chance.happens(absence.cut) }
  }
  if (!absence.isTogether) return { next: after, current: () => null }

  let outage = after(begun)
  const next = (now: number) => {
    while (outage.until <= now) outage = after(outage.until)
    return outage
  }
  return { next, current: (now) => (next(now).from <= now ? outage : null) }
}
