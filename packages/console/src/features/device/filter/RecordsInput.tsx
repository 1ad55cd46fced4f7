import { mostTreeNodes } from '@muster/contract'
import { useState } from 'react'
import { OptionLine } from '../../../kit/form/OptionLine.tsx'
import { type PickerGroup, usePicker } from '../../../kit/form/usePicker.ts'
import { t } from '../../../platform/texts.ts'
import { useDebounced } from '../../../ui/form/useDebounced.ts'
import { useEnterTakes } from '../../../ui/form/useEnterTakes.ts'
import { MultiSelect } from '../../../ui/MultiInput.tsx'
import { useRecordNames } from './useRecordNames.ts'

interface RecordsInputProps {
  readonly label: string
  readonly of: PickerGroup
  readonly values: readonly string[]
  readonly onChange: (ids: string[]) => void
  readonly error: boolean
}

/** The most that a list to choose from shows. */
const most = 200

/** Any number of records by name or code: those of a tree are here, those of a list or of a tree too large the server finds. */
export function RecordsInput({ label, of, values, onChange, error }: RecordsInputProps) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(isOpen ? typed.trim() : '')
  const { offered, isLoading, isCut, isAsking } = usePicker(of, { value: null, keyword, isOpen })
  const names = useRecordNames(of, values)
  const byId = new Map(offered.map((choice) => [choice.id, choice]))
  const data = [
    ...offered.map(({ id, name }) => ({ value: id, label: name })),
    ...values.filter((id) => !byId.has(id)).map((id) => ({ value: id, label: names(id) })),
  ]
  const takeOnEnter = useEnterTakes({
    shown: '',
    isAwaited: isLoading || (isAsking && keyword !== typed.trim()),
  })
  return (
    <MultiSelect
      label={label}
      error={error}
      data={data}
      value={[...values]}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onKeyDownCapture={takeOnEnter}
      {...(isCut && { description: t('kit.treeCut', { count: mostTreeNodes }) })}
      // A tree may be here as a whole; of all else the server has found what matches.
      {...(isAsking && { filter: ({ options }) => options })}
      renderOption={({ option }) => <OptionLine name={option.label} {...byId.get(option.value)} />}
      nothingFoundMessage={t(isLoading ? 'kit.loading' : 'kit.noMatch')}
      limit={most}
      searchable
      hidePickedOptions
    />
  )
}
