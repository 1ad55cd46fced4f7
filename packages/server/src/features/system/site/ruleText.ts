import { type CharacterClass, localeOf, type PasswordPolicy, type TextKey } from '@muster/contract'
import { translate } from '../../../platform/texts.ts'

const classTexts: Readonly<Record<CharacterClass, TextKey>> = {
  upper: 'session.ruleUpper',
  lower: 'session.ruleLower',
  digit: 'session.ruleDigit',
  special: 'session.ruleSpecial',
}

type Lengths = Pick<PasswordPolicy, 'min' | 'max'>
type Rule = Lengths & { readonly checked: readonly CharacterClass[] }

/** The rule of a policy as the console shows it. */
export const ruleShown = (language: string, { min, max, checked }: Rule) => ({
  rule: ruleText(language, { min, max, checked }),
  checked: checked.join(','),
  min,
  max,
})

/** What a password must be like, in words; a length of 0 is none. */
export function ruleText(language: string, { min, max, checked }: Rule): string {
  const size = translate(language, sizeText({ min, max }), { min, max })
  const named = checked.map((one) => translate(language, classTexts[one]))
  const classes = new Intl.ListFormat(localeOf(language)).format(named)
  return classes ? translate(language, 'session.ruleWith', { size, classes }) : size
}

function sizeText({ min, max }: Lengths): TextKey {
  if (max === 0) return 'session.ruleMin'
  return min === 0 ? 'session.ruleMax' : 'session.ruleBoth'
}
