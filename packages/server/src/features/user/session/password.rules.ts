/** Classes of characters a rule may ask for, in the order they are named. */
export const characterClasses = ['upper', 'lower', 'digit', 'special'] as const
export type CharacterClass = (typeof characterClasses)[number]

export interface PasswordRule {
  readonly min: number
  readonly max: number
  readonly checked: readonly CharacterClass[]
}

/**
 * NIST SP 800-63B: length counts, classes do not. Twelve characters, because the password is
 * the only factor; administrators may ask for more.
 */
export const defaultRule: PasswordRule = { min: 12, max: 64, checked: [] }

const patterns: Readonly<Record<CharacterClass, RegExp>> = {
  upper: /\p{Lu}/u,
  lower: /\p{Ll}/u,
  digit: /\p{Nd}/u,
  special: /[^\p{L}\p{N}\s]/u,
}

/** Whether a password follows the rule and is not simply the user's own name. */
export function followsRule(password: string, rule: PasswordRule, userName: string): boolean {
  // Code points, not bytes: a letter of any script counts once.
  const length = Array.from(password).length
  if (length < rule.min || length > rule.max) return false
  if (password.toLowerCase().includes(userName.toLowerCase())) return false
  return rule.checked.every((one) => patterns[one].test(password))
}

/** Failures in a row before an account is locked, and for how long. */
export const lockout = { failures: 10, minutes: 30 }

/** When an account is unlocked again after one more failure; null: not locked yet. */
export function lockedUntil(failures: number, now: Date): Date | null {
  return failures >= lockout.failures ? new Date(now.getTime() + lockout.minutes * 60_000) : null
}
