import { mostTreeNodes } from '@muster/contract'
import { useState } from 'react'
import { t } from '../../platform/texts.ts'
import { sameLetters } from '../../ui/form/sameLetters.ts'
import { useDebounced } from '../../ui/form/useDebounced.ts'
import { type PickerGroup, usePicker } from '../form/usePicker.ts'
import { Choices } from './Choices.tsx'

interface RecordChoicesProps {
  readonly label: string
  readonly of: PickerGroup
  readonly value: string
  readonly onChoose: (id: string) => void
}

/** The most that a list to choose from shows. */
const most = 200

/** Records by name or code: those of a tree are here, those of a list or of a tree too large the server finds. */
export function RecordChoices({ label, of, value, onChoose }: RecordChoicesProps) {
  const [typed, type] = useState('')
  const keyword = useDebounced(typed.trim())
  const { offered, isLoading, isCut, isAsking } = usePicker(of, {
    value: value || null,
    keyword,
    isOpen: true,
  })
  const found = isAsking
    ? offered
    : offered.filter(({ name, code }) => sameLetters(`${name} ${code ?? ''}`, typed))
  return (
    <Choices
      label={label}
      options={found.slice(0, most).map(({ name: text, ...one }) => ({ ...one, text }))}
      value={value}
      onChoose={onChoose}
      search={{ typed, type, isAwaited: isLoading || (isAsking && keyword !== typed.trim()) }}
      {...(isCut && { description: t('kit.treeCut', { count: mostTreeNodes }) })}
      nothing={t(isLoading ? 'kit.loading' : 'kit.noMatch')}
    />
  )
}
