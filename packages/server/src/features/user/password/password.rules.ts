import type { CharacterClass, PasswordPolicy } from '@muster/contract'

const patterns: Readonly<Record<CharacterClass, RegExp>> = {
  upper: /\p{Lu}/u,
  lower: /\p{Ll}/u,
  digit: /\p{Nd}/u,
  special: /[^\p{L}\p{N}\s]/u,
}

export type PasswordRule = Pick<PasswordPolicy, 'min' | 'max' | 'checked'>

/** Whether a password follows the rule and does not hold the user's own name. */
export function followsRule(password: string, rule: PasswordRule, userName: string): boolean {
  // Code points, not bytes: a letter of any script counts once.
  const length = Array.from(password).length
  if (length < rule.min || (rule.max > 0 && length > rule.max)) return false
  if (password.toLowerCase().includes(userName.toLowerCase())) return false
  return rule.checked.every((one) => patterns[one].test(password))
}

/** Whether a password is older than the policy wants; 0 days: none is. */
export function isExpired(changedAt: Date, expireDays: number, now: Date): boolean {
  return expireDays > 0 && now.getTime() - changedAt.getTime() > expireDays * 86_400_000
}
