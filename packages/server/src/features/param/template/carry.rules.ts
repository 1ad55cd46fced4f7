import { faultOfValue, type FrozenTemplate, type Matches } from '@muster/contract'
import type { Said } from '../assignment/draft.rules.ts'

/** What an assignment says with another revision of its template. */
export interface Carried {
  readonly said: Said
  /** Parameters whose value is dropped, in their order. */
  readonly dropped: readonly string[]
}

/**
 * Takes what an assignment says over to another revision. Dropped are values of parameters that it has not, or
 * nobody may change there, values that are none of what they may be there, and secrets of what is none any more:
 * they would be read. What became a secret is sealed from now on. A secret stays whatever it is: whoever changes a
 * pattern would read it letter by letter.
 */
export function carriedOver(
  { values, secrets }: Said,
  { fields }: Pick<FrozenTemplate, 'fields'>,
  matches: Matches,
): Carried {
  const known = new Map(fields.map((field) => [field.pid, field]))
  const isTaken = (pid: string, text: string, wasSecret: boolean): boolean => {
    const field = known.get(pid)
    if (!field || field.readOnly || (wasSecret && !field.secret)) return false
    return wasSecret || text === '' || faultOfValue(field, text, matches) === null
  }
  const all = [
    ...Object.entries(values).map(([pid, text]) => ({ pid, text, wasSecret: false })),
    ...Object.entries(secrets).map(([pid, text]) => ({ pid, text, wasSecret: true })),
  ].map((one) => ({ ...one, stays: isTaken(one.pid, one.text, one.wasSecret) }))
  const textsOf = (isSecret: boolean) =>
    Object.fromEntries(
      all
        .filter(({ pid, stays }) => stays && known.get(pid)?.secret === isSecret)
        .map(({ pid, text }) => [pid, text]),
    )
  return {
    said: { values: textsOf(false), secrets: textsOf(true) },
    dropped: all
      .filter(({ stays }) => !stays)
      .map(({ pid }) => pid)
      .toSorted(),
  }
}
