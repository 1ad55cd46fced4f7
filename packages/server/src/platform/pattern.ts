import { RE2JS } from 're2js'

/** Parts of a pattern (each repetition that it counts is one), and of all that are kept: some take 2 kB a part. */
const mostParts = 5000
const mostKeptParts = 100_000
const mostKept = 1000

const compiled = new Map<string, RE2JS | null>()
let keptParts = 0

/**
 * RE2's regular expressions run in linear time, so no rule that somebody writes can stall the
 * server. Null: not a regular expression, one with look-around or back-references, or one that
 * counts so far that it alone would take megabytes.
 */
function compile(pattern: string): RE2JS | null {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  const made = tryCompile(pattern)
  const parts = made?.programSize() ?? 0
  if (compiled.size >= mostKept || keptParts + parts > mostKeptParts) {
    compiled.clear()
    keptParts = 0
  }
  compiled.set(pattern, made)
  keptParts += parts
  return made
}

function tryCompile(pattern: string): RE2JS | null {
  if (partsOf(pattern) > mostParts) return null
  try {
    const made = RE2JS.compile(pattern)
    return made.programSize() > mostParts ? null : made
  } catch {
    return null
  }
}

/** Escapes, classes, counts, and everything else letter by letter. */
const tokens =
  /\\Q.*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|./gsu

/** About how many parts a pattern makes, told by its text: compiling a large one to count them takes a second. */
function partsOf(pattern: string): number {
  const open: number[] = []
  let [sum, last] = [0, 0]
  for (const [token, least, most] of pattern.matchAll(tokens)) {
    if (token === '(') {
      open.push(sum)
      sum = 0
    } else if (least !== undefined) {
      const repeated = (last + 1) * Math.max(Number(least), Number(most ?? 0))
      sum += repeated - last
      last = repeated
    } else {
      last = token === ')' ? sum + 2 : token.startsWith('\\Q') ? token.length : 1
      sum = token === ')' ? (open.pop() ?? 0) + last : sum + last
    }
  }
  return open.reduce((all, one) => all + one, sum)
}

/** Whether a text is a regular expression that RE2 knows. */
export const isPattern = (pattern: string): boolean => compile(pattern) !== null

/** Steps (letters times parts) of a match: `.{0,1000}` has enough of them for a thousand letters. */
const mostMatchSteps = 2_500_000

const fits = (made: RE2JS | null, text: string): boolean =>
  made !== null && text.length * made.programSize() <= mostMatchSteps && made.matches(text)

/** Whether the whole text matches the pattern; one that is too long for it does not. */
export const matchesPattern = (pattern: string, text: string): boolean =>
  fits(compile(pattern), text)

/** What {@link isPattern} and {@link matchesPattern} say of a pattern that is only tried, of which nothing is kept. */
export function tryPattern(pattern: string, text: string) {
  const made = tryCompile(pattern)
  return { isPattern: made !== null, matches: fits(made, text) }
}

/** Parts of a pattern that somebody may look through long texts by. */
const mostSmallParts = 1000

/** Whether a regular expression is small enough for long texts: RE2 takes as many steps as letters times its parts. */
export function isSmallPattern(pattern: string): boolean {
  const made = compile(pattern)
  return made !== null && made.programSize() <= mostSmallParts
}

/** Steps that one text may take: some hundredths of a second. */
const mostSteps = 500_000

/** Whether the pattern is found anywhere in a text; in the first part of one that is too long for it. */
export const findsPattern = (pattern: string, text: string): boolean =>
  matcherIn(pattern, text)?.find() ?? false

/** What the pattern's first group finds in a text, or all of it where it has none; null: nothing. */
export function foundByPattern(pattern: string, text: string): string | null {
  const matcher = matcherIn(pattern, text)
  if (!matcher?.find()) return null
  return (matcher.groupCount() > 0 ? matcher.group(1) : null) ?? matcher.group(0)
}

function matcherIn(pattern: string, text: string) {
  const made = compile(pattern)
  if (!made) return null
  const letters = Math.ceil(mostSteps / made.programSize())
  return made.matcher(text.length > letters ? text.slice(0, letters) : text)
}
