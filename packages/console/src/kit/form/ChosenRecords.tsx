import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PickerGroup } from './usePicker.ts'
import { RecordPicker } from './RecordPicker.tsx'
import { query } from '../queries.ts'
import { t } from '../../platform/texts.ts'
import { SmallButton } from '../../ui/table/cells.tsx'
import classes from './chosen.module.css'

/** A record that was chosen; its name is asked for where it is not known. */
export interface Chosen {
  readonly id: string
  readonly name?: string
}

interface ChosenRecordsProps<C extends Chosen> {
  readonly of: PickerGroup
  readonly label: string
  readonly chosen: readonly C[]
  readonly onAdd: (id: string) => void
  readonly onDrop: (id: string) => void
  readonly isReadOnly: boolean
  readonly error?: string | undefined
  readonly required?: boolean
  /** What is shown when none is chosen. */
  readonly none: string
  /** More about each. */
  readonly more?: (one: C) => ReactNode
}

/** Several records of a kind: a picker that adds, and a list of what was added. */
export function ChosenRecords<C extends Chosen>(props: ChosenRecordsProps<C>) {
  const {
    of,
    label,
    chosen,
    onAdd,
    onDrop,
    isReadOnly,
    none,
    more,
    error,
    required = false,
  } = props
  const add = (id: string | null) => {
    if (id && !chosen.some((one) => one.id === id)) onAdd(id)
  }
  return (
    <div>
      {!isReadOnly && (
        <RecordPicker
          of={of}
          label={label}
          value={null}
          onChange={add}
          error={error}
          required={required}
        />
      )}
      <ul className={classes.chosen} aria-label={label}>
        {chosen.map((one) => (
          <li key={one.id}>
            <span className={classes.name}>
              {one.name ? <bdi>{one.name}</bdi> : <Name of={of} id={one.id} />}
            </span>
            {more?.(one)}
            {!isReadOnly && (
              <SmallButton onClick={() => onDrop(one.id)}>{t('scope.drop')}</SmallButton>
            )}
          </li>
        ))}
        {chosen.length === 0 && <li className={classes.none}>{none}</li>}
      </ul>
    </div>
  )
}

function Name({ of, id }: { readonly of: PickerGroup; readonly id: string }) {
  const found = useQuery(query(of.list, { query: { id } }))
  return <bdi>{found.data?.[0]?.name ?? t('kit.loading')}</bdi>
}
