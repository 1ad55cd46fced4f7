import { hash } from 'node:crypto'

/** What a terminal says its applications run with. */
export interface Said {
  /** By package, SHA-256 of all values, lower-case hexadecimal. */
  readonly told: Readonly<Record<string, string>>
  /** Parameters that somebody changed on the terminal since they were brought, by package, as far as it tells them. */
  readonly edits?: Readonly<Record<string, readonly string[]>> | undefined
}

interface Printed extends Pick<Said, 'told'> {
  readonly count: number
  readonly print: string
}

/**
 * Prints of what terminals say: the same for whoever says the same again. Nearly everybody does, and to compare it
 * with what he said last costs less than to look whether it is in order, and than a hash. Nothing else is remembered:
 * what is kept of a terminal only the database knows, and it is asked each time.
 */
export class Prints {
  readonly #most: number
  readonly #known = new Map<string, Printed>()
  #held = 0

  /** @param most what is held at most: a terminal counts one, and one more for each package that it tells of */
  constructor(most: number) {
    this.#most = most
  }

  get held(): number {
    return this.#held
  }

  of(deviceId: string, { told, edits }: Said): string {
    if (edits) return printOf([told, edits])
    const known = this.#known.get(deviceId)
    if (known && isSame(known, told)) return known.print
    const print = printOf(told)
    this.#hold(deviceId, { told, count: Object.keys(told).length, print }, known)
    return print
  }

  /** What it told last, if this is the same: it is in order then, as only what is comes to be printed. */
  sameAs(deviceId: string, params: unknown): Said['told'] | null {
    const known = this.#known.get(deviceId)
    return known && isObject(params) && isSame(known, params) ? known.told : null
  }

  #hold(deviceId: string, printed: Printed, known: Printed | undefined): void {
    this.#held += printed.count - (known?.count ?? -1)
    if (this.#held > this.#most) {
      this.#known.clear()
      this.#held = printed.count + 1
    }
    this.#known.set(deviceId, printed)
  }
}

/** Half a SHA-256, as what a uuid has room for. */
const printOf = (said: unknown): string => hash('sha256', JSON.stringify(said)).slice(0, 32)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isSame({ told: known, count }: Printed, told: Readonly<Record<string, unknown>>): boolean {
  if (told === known) return true
  let same = 0
  for (const name in told) {
    if (known[name] !== told[name]) return false
    same++
  }
  return same === count
}

/** Some 40 MB, of 60,000 terminals that tell of two packages each. */
export const prints = new Prints(200_000)
