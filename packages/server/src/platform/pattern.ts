import { RE2JS } from 're2js'

const compiled = new Map<string, RE2JS | null>()

/**
 * RE2's regular expressions run in linear time, so no rule that somebody writes can stall the
 * server. Null: not a regular expression, or one with look-around or back-references.
 */
function compile(pattern: string): RE2JS | null {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  const made = tryCompile(pattern)
  if (compiled.size > 1000) compiled.clear()
  compiled.set(pattern, made)
  return made
}

function tryCompile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern)
  } catch {
    return null
  }
}

/** Whether a text is a regular expression that RE2 knows. */
export const isPattern = (pattern: string): boolean => compile(pattern) !== null

/** Whether the whole text matches the pattern. */
export const matchesPattern = (pattern: string, text: string): boolean =>
  compile(pattern)?.matches(text) ?? false

/** Parts of a pattern that somebody may look through long texts by: each repetition that it counts is one. */
const mostParts = 1000

/** Whether a regular expression is small enough for long texts: RE2 takes as many steps as letters times its parts. */
export function isSmallPattern(pattern: string): boolean {
  const made = compile(pattern)
  return made !== null && made.programSize() <= mostParts
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
