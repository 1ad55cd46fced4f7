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

/** Whether the pattern is found anywhere in the text. */
export const findsPattern = (pattern: string, text: string): boolean =>
  compile(pattern)?.matcher(text).find() ?? false
