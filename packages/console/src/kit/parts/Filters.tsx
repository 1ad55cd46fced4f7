import type { TextKey } from '@muster/contract'
import { type SubmitEvent, useRef } from 'react'
import { Button, TextInput } from '../../ui/controls.ts'
import { ChoiceInput } from '../../ui/form/ChoiceInput.tsx'
import { trimmed, useDraft } from '../../ui/form/useDraft.ts'
import { useExtraRows } from '../../ui/form/useExtraRows.ts'
import type { Row } from '../list/listed.ts'
import type { PickerGroup } from '../list/usePicker.ts'
import type { List } from '../list/useList.ts'
import { formatEither } from '../../platform/format.ts'
import { t, texts } from '../../platform/texts.ts'
import classes from './parts.module.css'
import { useListSlots } from './listSlots.ts'
import { type MomentField, MomentFilter } from './MomentFilter.tsx'
import { RecordFilter } from './RecordFilter.tsx'
import { usualSpan } from './usualSpan.ts'

/** A label alone is a text field; with options a choice; with a group a record of it; or a moment. */
export type FilterField =
  | TextKey
  | { readonly label: TextKey; readonly options: Readonly<Record<string, TextKey>> }
  | { readonly label: TextKey; readonly of: PickerGroup }
  | MomentField

export const statusFilter: FilterField = {
  label: 'kit.status',
  options: { '1': 'kit.enabled', '0': 'kit.disabled' },
}

interface FiltersProps<R extends Row, Name extends string> {
  readonly list: List<R, Name>
  /** What the keyword is sought in, where that is not name and code. */
  readonly keyword?: readonly TextKey[] | undefined
  readonly fields: { readonly [N in Name]?: FilterField }
}

/** The filters of a list: Enter or Search applies what was typed, a choice applies at once. */
export function Filters<R extends Row, Name extends string>({
  list,
  keyword,
  fields,
}: FiltersProps<R, Name>) {
  const frame = useRef<HTMLFormElement>(null)
  useExtraRows(frame)
  const slots = useListSlots()
  const draft = useDraft({ ...list.state.filter, keyword: list.state.keyword })
  const apply = (values: Readonly<Record<string, string>>) => {
    const { keyword = '', ...filter } = trimmed(values)
    list.change({ keyword, filter })
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    apply(draft.values)
  }
  if (list.isForbidden) return null
  const sought = keyword ? formatEither(keyword.map((key) => t(key))) : t('kit.keyword')
  const named = Object.entries<FilterField | undefined>(fields)
  const moments = momentsOf(named)
  const hints = new Map(
    moments.map((one) => [one.name, usualSpan(one, moments, list.state.filter)]),
  )
  return (
    <search>
      <form ref={frame} className={classes.filters} onSubmit={submit}>
        <TextInput
          {...(keyword && keyword.length > 2 && { className: classes.broad })}
          label={sought}
          labelProps={{ title: sought }}
          value={draft.values['keyword'] ?? ''}
          onChange={(event) => draft.set('keyword', event.currentTarget.value)}
        />
        {named.map(
          ([name, field]) =>
            field && (
              <FilterInput
                key={name}
                field={field}
                hint={hints.get(name)}
                value={draft.values[name] ?? ''}
                onType={(value) => draft.set(name, value)}
                onChoose={(value) => apply({ ...draft.values, [name]: value ?? '' })}
              />
            ),
        )}
        <div className={classes.filterButtons}>
          <Button type="submit">{t('kit.search')}</Button>
          <Button variant="default" onClick={() => apply({})}>
            {t('kit.reset')}
          </Button>
          {list.place.key !== null && <slots.Views list={list} />}
        </div>
      </form>
    </search>
  )
}

const momentsOf = (fields: readonly (readonly [name: string, field: FilterField | undefined])[]) =>
  fields.flatMap(([name, field]) =>
    field && typeof field !== 'string' && 'kind' in field ? [{ name, ...field }] : [],
  )

interface FilterInputProps {
  readonly field: FilterField
  /** What stands in the field of a moment while it is empty. */
  readonly hint: string | undefined
  readonly value: string
  readonly onType: (value: string) => void
  readonly onChoose: (value: string | null) => void
}

function FilterInput({ field, hint, value, onType, onChoose }: FilterInputProps) {
  if (typeof field === 'string') {
    return (
      <TextInput
        label={t(field)}
        value={value}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    )
  }
  if ('kind' in field)
    return <MomentFilter {...field} hint={hint} value={value} onChoose={onChoose} />
  if ('of' in field) return <RecordFilter {...field} value={value} onChoose={onChoose} />
  return (
    <ChoiceInput
      label={t(field.label)}
      options={texts(field.options)}
      value={value}
      onChoose={onChoose}
      none={t('kit.any')}
    />
  )
}
