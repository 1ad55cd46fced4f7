import { useState } from 'react'
import { t } from '../../platform/texts.ts'
import { sameLetters } from '../../ui/form/sameLetters.ts'
import { noteName } from '../form/notedNames.ts'
import { Choices } from './Choices.tsx'
import { type FilterFields, labelOf } from './filterFields.ts'
import { type FoundValue, useFoundValues } from './useFoundValues.ts'

interface FieldChoicesProps {
  readonly fields: FilterFields
  /** A filter whose value is chosen next. */
  readonly open: (name: string) => void
  /** A filter with its value. */
  readonly set: (name: string, value: string) => void
}

/** Filters by their names, and by what they may be set to: "Aurora" finds the model of that name. */
export function FieldChoices({ fields, open, set }: FieldChoicesProps) {
  const [typed, type] = useState('')
  const { values, isAwaited, hasFailed } = useFoundValues(fields, typed)
  const named = Object.entries(fields)
    .map(([id, field]) => ({ id, text: t(labelOf(field)) }))
    .filter(({ text }) => sameLetters(text, typed))
  const choose = (id: string) => {
    const chosen = values.find((one) => idOf(one) === id)
    if (!chosen) return open(id)
    if (chosen.isRecord) noteName(chosen.value, chosen.text)
    return set(chosen.filter, chosen.value)
  }
  return (
    <Choices
      label={t('kit.addFilter')}
      placeholder={t('kit.filterOrValue')}
      options={[...named, ...values.map((one) => ({ ...one, id: idOf(one) }))]}
      onChoose={choose}
      // Enter need not wait for records where the first one, a name, is here already.
      search={{ typed, type, isAwaited: isAwaited && named.length === 0 }}
      {...(isAwaited && { more: t('kit.loading') })}
      {...(hasFailed && !isAwaited && { more: t('tools.searchFailed') })}
    />
  )
}

const idOf = ({ filter, value }: FoundValue): string => `${filter}=${value}`
