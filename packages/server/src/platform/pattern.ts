import { RE2JS } from 're2js'

/** Parts of a pattern (each repetition that it counts is one) that somebody types: some take 2 kB a part. */
const mostParts = 5000
/** Parts of one that is stored, which may be of an earlier time; beyond them compiling alone takes too long. */
const mostStoredParts = 20_000
/** Parts of all that are kept. */
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
  if (partsOf(pattern) > mostStoredParts) return null
  try {
    const made = RE2JS.compile(pattern)
    return made.programSize() > mostStoredParts ? null : made
  } catch {
    return null
  }
}

/** Letters that are quoted, flags, groups, escapes, classes, counts, and everything else letter by letter. */
const tokens =
  /\\Q(.*?)(?:\\E|$)|\(\?[a-zA-Z-]+\)|\(\?(?:P?<\w+>|[a-zA-Z-]*:)|\\[pPx]\{[^}]*\}|\\x..|\\[pP].|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|./gsu

/** What takes no part of its own. */
const isFree = (token: string): boolean => /^(?:[?*+]|\(\?[a-zA-Z-]+\))$/.test(token)

/** A group while it is read: the parts of its branches before the one that is read (null: none), of that one, and its own. */
interface Group {
  before: number | null
  sum: number
  readonly own: number
}

/** Of all branches; those of a single letter become one class, an empty one is a way around them. */
function joined({ before, sum }: Group): number {
  if (before === null) return sum
  return Math.min(before, sum) === 1
    ? Math.max(before, sum)
    : Math.max(before, 1) + Math.max(sum, 1)
}

/** What it takes to keep what a group matches. */
const ownOf = (opening: string): number => (opening === '(' || opening.endsWith('>') ? 2 : 0)

/** At least how many parts a pattern makes, told by its text: compiling a large one to count them takes a second. */
function partsOf(pattern: string): number {
  const outer: Group[] = []
  let group: Group = { before: null, sum: 0, own: 0 }
  let last = 0
  for (const [token, quoted, least, most] of pattern.matchAll(tokens)) {
    if (isFree(token)) continue
    if (token === '|') Object.assign(group, { before: joined(group), sum: 0 })
    else if (token === ')') {
      last = joined(group) + group.own
      group = outer.pop() ?? { before: null, sum: 0, own: 0 }
      group.sum += last
    } else if (token.startsWith('(')) {
      outer.push(group)
      group = { before: null, sum: 0, own: ownOf(token) }
    } else if (least !== undefined) {
      const repeated = last * Math.max(Number(least), Number(most ?? 0))
      group.sum += repeated - last
      last = repeated
    } else {
      last = 1
      group.sum += quoted === undefined ? 1 : quoted.length
    }
  }
  return outer.reduce((all, one) => all + one.sum, joined(group))
}

/** Whether a text is a regular expression that RE2 knows, and one that may be typed. */
export const isPattern = (pattern: string): boolean => isTypable(compile(pattern))

const isTypable = (made: RE2JS | null): boolean => made !== null && made.programSize() <= mostParts

/** Steps (letters times parts) of a match: the longest value is judged by the largest pattern, in some tenths of a second. */
const mostMatchSteps = 4096 * mostParts

const fits = (made: RE2JS | null, text: string): boolean =>
  made !== null && text.length * made.programSize() <= mostMatchSteps && made.matches(text)

/** Whether the whole text matches the pattern; one that is too long for it does not. */
export const matchesPattern = (pattern: string, text: string): boolean =>
  fits(compile(pattern), text)

/** Steps of all matches of what is judged together, as a whole draft: some tenths of a second. */
const mostStepsTogether = 5 * mostMatchSteps
/** What it takes to compile a part, in steps of a match. */
const stepsToCompile = 500

/** {@link matchesPattern} for what is judged together: once all of it has taken too many steps, nothing matches any more. */
export function matchesTogether(): (pattern: string, text: string) => boolean {
  let left = mostStepsTogether
  // Once for each, also where this process has it: two of them answer the same.
  const charged = new Set<string>()
  return (pattern, text) => {
    if (left < 0) return false
    const made = compile(pattern)
    left -= (made?.programSize() ?? 0) * (text.length + (charged.has(pattern) ? 0 : stepsToCompile))
    charged.add(pattern)
    return left >= 0 && fits(made, text)
  }
}

/** What {@link isPattern} and {@link matchesPattern} say of a pattern that is only tried, of which nothing is kept. */
export function tryPattern(pattern: string, text: string) {
  const made = tryCompile(pattern)
  return { isPattern: isTypable(made), matches: fits(made, text) }
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
