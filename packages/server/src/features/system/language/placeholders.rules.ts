const placeholder = /\{(\w+)\}/g

const placesOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))

/** What a translation does otherwise than its source: places it lacks, and places nobody fills. */
export function placesAmiss(
  source: string,
  value: string,
): { readonly lacking: readonly string[]; readonly unknown: readonly string[] } {
  const [wanted, given] = [placesOf(source), placesOf(value)]
  return {
    lacking: [...wanted].filter((name) => !given.has(name)),
    unknown: [...given].filter((name) => !wanted.has(name)),
  }
}

/**
 * A plural form may say its number in words ("one record"): such a form may lack a place, and no
 * other text may.
 */
export const isPluralForm = (key: string): boolean => /_(zero|one|two|few|many)$/.test(key)
