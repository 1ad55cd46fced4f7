import type { ComponentProps } from 'react'
import { ChoiceField } from '../../ui/form/fields.tsx'
import { useDictionary } from './useDictionary.ts'

interface WordFieldProps extends ComponentProps<typeof ChoiceField> {
  readonly of: string
}

/**
 * A choice among the values of a dictionary, in its order and words; disabled ones are offered only
 * where they are chosen already. `options` are the values that the field takes.
 */
export function WordField({ of, options, ...field }: WordFieldProps) {
  const offered = useDictionary(of).filter(
    ({ value, isEnabled }) => value in options && (isEnabled || value === field.value),
  )
  const worded = Object.fromEntries(offered.map(({ value, label }) => [value, label]))
  return <ChoiceField {...field} options={offered.length > 0 ? worded : options} />
}
