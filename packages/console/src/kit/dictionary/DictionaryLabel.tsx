import type { ComponentProps } from 'react'
import { StatusBadge } from '../page/values.tsx'
import { nameText } from '../../platform/texts.ts'
import { useDictionary } from './useDictionary.ts'

interface DictionaryLabelProps {
  /** The dictionary; of a shipped one its code is what the values' text keys begin with. */
  readonly of: string
  readonly value: string
  /** The colour of its tag where the dictionary names none; without either it is plain text. */
  readonly tone?: ComponentProps<typeof StatusBadge>['tone']
  /** What follows the word. */
  readonly more?: string
}

/** A value as its dictionary words and colours it now; the language pack stands in for what is not read yet. */
export function DictionaryLabel({ of, value, tone, more = '' }: DictionaryLabelProps) {
  const item = useDictionary(of).find((one) => one.value === value)
  const text = `${item?.label ?? nameText(`${of}.${value}`)}${more}`
  const colour = item?.colour ?? tone
  return colour ? <StatusBadge tone={colour}>{text}</StatusBadge> : text
}
