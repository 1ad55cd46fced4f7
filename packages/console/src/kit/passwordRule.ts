import type { ReplyOf, site, TextKey } from '@muster/contract'
import { t } from './texts.ts'

export type PasswordRule = ReplyOf<typeof site.passwordRule>

let known: PasswordRule | undefined

/** Takes the server's rule for new passwords. */
export function takePasswordRule(rule: PasswordRule): void {
  known = rule
}

export const passwordRule = (): PasswordRule | undefined => known

const classes: Readonly<Record<string, { readonly text: TextKey; readonly pattern: RegExp }>> = {
  upper: { text: 'shell.password.upper', pattern: /\p{Lu}/u },
  lower: { text: 'shell.password.lower', pattern: /\p{Ll}/u },
  digit: { text: 'shell.password.digit', pattern: /\p{Nd}/u },
  special: { text: 'shell.password.special', pattern: /[^\p{L}\p{N}\s]/u },
}

const classesOf = ({ checked }: PasswordRule) =>
  checked.split(',').flatMap((name) => classes[name.trim()] ?? [])

/** The rule in words: length (least, most, or both) and the required kinds of characters. */
export function ruleText(rule: PasswordRule): string {
  const kinds = classesOf(rule).map(({ text }) => t(text))
  const parts = [
    lengthText(rule),
    kinds.length ? t('shell.password.kinds', { kinds: kinds.join(t('shell.password.and')) }) : '',
  ]
  return parts.filter(Boolean).join(' ')
}

function lengthText({ min, max }: PasswordRule): string {
  if (min > 0 && max > 0) return t('shell.password.between', { min, max })
  if (min > 0) return t('shell.password.atLeast', { min })
  return max > 0 ? t('shell.password.atMost', { max }) : ''
}

/** Whether a password keeps the rule. The server decides; this only saves the way there. */
export function keepsRule(password: string, rule: PasswordRule): boolean {
  const { length } = [...password]
  const isLong = length >= rule.min && (rule.max <= 0 || length <= rule.max)
  return isLong && classesOf(rule).every(({ pattern }) => pattern.test(password))
}
