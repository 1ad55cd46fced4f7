import { RE2JS } from 're2js'

const compiled = new Map<string, RE2JS | null>()

/**
 * RE2's regular expressions run in linear time, so no rule that somebody writes can stall the
 * server. Null: not a regular expression, or one with look-around or back-references.
 */
function compile(rule: string): RE2JS | null {
  const known = compiled.get(rule)
  if (known !== undefined) return known
  const made = tryCompile(rule)
  if (compiled.size > 1000) compiled.clear()
  compiled.set(rule, made)
  return made
}

function tryCompile(rule: string): RE2JS | null {
  try {
    return RE2JS.compile(rule)
  } catch {
    return null
  }
}

/** Whether a text can serve as a rule for serial numbers; no rule at all can. */
export const isSerialNumberRule = (rule: string | null): boolean => !rule || compile(rule) !== null

/** Whether the whole serial number matches the rule; without a rule any does. */
export const followsSerialNumberRule = (serialNumber: string, rule: string | null): boolean =>
  !rule || (compile(rule)?.matches(serialNumber) ?? false)
