import { mostTreeNodes } from '@muster/contract'
import { useState } from 'react'
import { Select } from '../../ui/Select.tsx'
import { exceptBelow } from '../../ui/tree/lines.ts'
import { useDebounced } from '../../ui/form/useDebounced.ts'
import { useEnterTakes } from '../../ui/form/useEnterTakes.ts'
import { type PickerGroup, usePicker } from './usePicker.ts'
import { t } from '../../platform/texts.ts'
import { OptionLine } from './OptionLine.tsx'

export interface PickerProps {
  readonly name?: string
  readonly of: PickerGroup
  readonly label: string
  readonly value: string | null
  readonly onChange: (id: string | null) => void
  readonly onBlur?: () => void
  readonly error?: string | undefined
  readonly placeholder?: string
  readonly required?: boolean
  /** This record and what is below it are not offered. */
  readonly except?: string | undefined
}

/** The picker itself, loaded with the first one that is drawn. */
export function PickerSelect(props: PickerProps) {
  const { of, value, onChange, except } = props
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(isOpen ? typed.trim() : '')
  const picker = usePicker(of, { value, keyword, isOpen })
  const offered = exceptBelow(picker.offered, except)
  const byId = new Map(offered.map((choice) => [choice.id, choice]))
  if (picker.chosen && !byId.has(picker.chosen.id)) byId.set(picker.chosen.id, picker.chosen)
  const takeOnEnter = useEnterTakes({
    shown: value === null ? '' : (picker.chosen?.name ?? ''),
    isAwaited: picker.isLoading || (picker.isAsking && keyword !== typed.trim()),
    clear: props.required ? undefined : () => onChange(null),
  })
  return (
    <Select
      {...(props.name && { name: props.name })}
      label={props.label}
      placeholder={picker.isNaming ? t('kit.loading') : value === null ? props.placeholder : ''}
      error={props.error}
      required={props.required ?? false}
      data={[...byId.values()].map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      // Chosen once more it stays: Enter in an untouched field must not empty it.
      allowDeselect={false}
      onKeyDownCapture={takeOnEnter}
      onBlur={props.onBlur}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onSearchChange={(text) => setTyped(text === picker.chosen?.name ? '' : text)}
      {...(picker.isCut && { description: t('kit.treeCut', { count: mostTreeNodes }) })}
      // A tree may be here as a whole; of all else the server has found what matches.
      {...(picker.isAsking && { filter: ({ options }) => options })}
      renderOption={({ option }) => <OptionLine name={option.label} {...byId.get(option.value)} />}
      nothingFoundMessage={t(picker.isLoading ? 'kit.loading' : 'kit.noMatch')}
      searchable
      disabled={!picker.isAllowed}
      clearable={!props.required}
      limit={200}
    />
  )
}
