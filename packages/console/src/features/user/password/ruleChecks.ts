import type { ReplyOf, site, TextKey } from '@muster/contract'

export type Rule = ReplyOf<typeof site.passwordRule>

/** One part of the rule, and whether what is typed keeps to it. */
export interface RuleCheck {
  /** Null: the rule as a whole, in the server's words. */
  readonly text: TextKey | null
  readonly isKept: boolean
}

const classes: Readonly<Record<string, { readonly text: TextKey; readonly pattern: RegExp }>> = {
  upper: { text: 'ucenter.rule.upper', pattern: /\p{Lu}/u },
  lower: { text: 'ucenter.rule.lower', pattern: /\p{Ll}/u },
  digit: { text: 'ucenter.rule.digit', pattern: /\p{Nd}/u },
  special: { text: 'ucenter.rule.special', pattern: /[^\p{L}\p{N}\s]/u },
}

/** The parts of the server's rule as one types. The server judges; this only spares a try. */
export function ruleChecks(
  { checked, min, max }: Rule,
  password: string,
  userName: string,
): readonly RuleCheck[] {
  // Code points, as the server counts; 0 is no longest length.
  const length = Array.from(password).length
  const asked = checked.split(',').flatMap((name) => classes[name.trim()] ?? [])
  const parts = asked.map(({ text, pattern }) => ({ text, isKept: pattern.test(password) }))
  const fits = length >= min && (max === 0 || length <= max)
  const hasName = userName !== '' && password.toLowerCase().includes(userName.toLowerCase())
  return [
    { text: null, isKept: fits && parts.every(({ isKept }) => isKept) },
    ...parts,
    { text: 'ucenter.rule.name', isKept: length > 0 && !hasName },
  ]
}
