import { type RunVersions, type SupportRule, whyUnsupported } from '@muster/contract'

/** What a matrix says of one feature. */
export interface FeatureRule extends SupportRule {
  readonly code: string
}

export interface Reported extends RunVersions {
  readonly capabilities: readonly string[]
}

/**
 * Where a terminal reports otherwise than its matrix says: `+NFC` though it should have none, `-GPS`
 * though it should have one. What is supported in part, or from later versions on, may be either.
 */
export function mismatchesOf(rules: readonly FeatureRule[], reported: Reported): string[] {
  const has = new Set(reported.capabilities)
  return rules
    .flatMap((rule) => {
      if (rule.support === 'NO') return has.has(rule.code) ? [`+${rule.code}`] : []
      const isExpected = rule.support === 'YES' && whyUnsupported(rule, reported) === null
      return isExpected && !has.has(rule.code) ? [`-${rule.code}`] : []
    })
    .toSorted()
}

/** Codes of one kind of mismatch. */
export const codesOf = (mismatches: readonly string[], sign: '+' | '-'): string[] =>
  mismatches.filter((one) => one.startsWith(sign)).map((one) => one.slice(1))
