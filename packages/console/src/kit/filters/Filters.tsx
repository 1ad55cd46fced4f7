import type { TextKey } from '@muster/contract'
import { useRef, useState } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { Row } from '../list/listed.ts'
import type { List } from '../list/useList.ts'
import type { SlotProps } from '../list/slotProps.ts'
import { useListSlots } from '../list/slots.tsx'
import { AddFilter } from './AddFilter.tsx'
import { FilterChip } from './FilterChip.tsx'
import { type FilterField, fieldsOf, isOffered, isOwn } from './filterFields.ts'
import classes from './filters.module.css'
import { OwnFilter } from './OwnFilter.tsx'
import { SearchBox } from './SearchBox.tsx'
import { useTyped } from './useTyped.ts'
import { useExtraRows } from './useExtraRows.ts'
import { usualSpans } from './usualSpans.ts'

interface FiltersProps<R extends Row, Name extends string> {
  readonly list: List<R, Name>
  /** What the keyword is sought in, where that is not name and code; null: nothing has words. */
  readonly keyword?: readonly TextKey[] | null | undefined
  readonly fields: { readonly [N in Name]?: FilterField }
  /** The columns of a list that has no line of acts, where their button stands otherwise. */
  readonly columns?: SlotProps['columns']
}

/** The line above a list: a search that follows the typing, a chip for each filter that is set, and its views. */
export function Filters<R extends Row, Name extends string>(props: FiltersProps<R, Name>) {
  const { list, keyword = ['kit.keyword'] } = props
  const [isOpen, setOpen] = useState(false)
  const line = useRef<HTMLElement>(null)
  useExtraRows(line)
  const slots = useListSlots()
  const search = useTyped(list)
  if (list.isForbidden) return null
  const { filter } = list.state
  const fields = fieldsOf(props.fields, list.names)
  const usual = usualSpans(fieldsOf(props.fields, []), filter)
  const shown = Object.keys(fields).filter((name) => filter[name] || usual.has(name))
  const set = shown.filter((name) => filter[name])
  const others = Object.entries(fields).filter(
    ([name, field]) => !shown.includes(name) && isOffered(field),
  )
  const change = (name: string, value: string) =>
    list.change({ filter: { ...filter, [name]: value } })
  const removeLast = () => {
    const last = set.at(-1)
    if (last !== undefined) change(last, '')
  }
  const clear = () => {
    // What was typed and waits to be sought goes, too.
    search.type('')
    list.change({ filter: {}, keyword: '' })
  }
  return (
    <search ref={line} className={classes.line}>
      {keyword && <SearchBox {...search} keyword={keyword} onBackspace={removeLast} />}
      <button
        type="button"
        className={classes.fold}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="filter" size={16} />
        {t('kit.filters')}
        {set.length > 0 && <b>{formatNumber(set.length)}</b>}
      </button>
      <div className={classes.folded} data-open={isOpen || undefined}>
        {shown.map((name) => (
          <FilterChip
            key={name}
            name={name}
            field={fields[name]}
            value={filter[name] ?? ''}
            usual={usual.get(name)}
            change={change}
          />
        ))}
        <AddFilter
          fields={Object.fromEntries(others.filter(([, field]) => !isOwn(field)))}
          change={change}
        />
        {others.map(([name, field]) => isOwn(field) && <OwnFilter key={name} field={field} />)}
        {(Object.keys(filter).length > 0 || search.typed) && (
          <button type="button" className={classes.clear} onClick={clear}>
            {t('kit.clearFilters')}
          </button>
        )}
        <span className={classes.end}>
          {list.place.key !== null && (
            <>
              <slots.Views list={list} />
              <slots.Columns list={list} columns={props.columns ?? []} />
            </>
          )}
        </span>
      </div>
    </search>
  )
}
