import type { ValueFault } from '@muster/contract'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { FieldRow } from './FieldRow.tsx'
import type { FormRow, FormValues } from './formRows.ts'
import classes from './paramForm.module.css'
import { VirtualList } from './VirtualList.tsx'

interface FormRowsProps {
  readonly rows: readonly FormRow[]
  readonly held: FormValues
  readonly faults: ReadonlyMap<string, ValueFault>
  readonly isReadOnly: boolean
  readonly onChange: (pid: string, value: string | null) => void
  readonly toggle: (headerId: string) => void
  /** The parameter that is to be brought into sight. */
  readonly goal: string | null
  readonly beside?: (pid: string) => ReactNode
}

const heights = { group: 40, header: 36, field: 58 } as const

/** What stands below each other in a form. */
export function FormRows(props: FormRowsProps) {
  const { rows, goal } = props
  if (rows.length === 0) return <p className={classes.nothing}>{t('paramForm.nothing')}</p>
  return (
    <VirtualList
      count={rows.length}
      keyOf={(at) => `${rows[at]?.kind} ${rows[at]?.id}`}
      heightOf={(at) => heights[rows[at]?.kind ?? 'field']}
      goal={goal && `field ${goal}`}
      row={(at) => {
        const row = rows[at]
        return row && <Row {...props} row={row} />
      }}
    />
  )
}

function Row(props: FormRowsProps & { readonly row: FormRow }) {
  const { row, held, faults, isReadOnly, onChange, toggle, beside } = props
  if (row.kind === 'group') return <h3 className={classes.group}>{row.title}</h3>
  if (row.kind === 'header')
    return (
      <button
        type="button"
        className={classes.header}
        aria-expanded={row.isOpen}
        onClick={() => toggle(row.id)}
      >
        <Icon name={row.isOpen ? 'up' : 'down'} size={16} />
        <bdi>{row.title}</bdi>
        <span className={classes.quiet}>{formatNumber(row.count)}</span>
      </button>
    )
  return (
    <FieldRow
      field={row.field}
      held={held}
      fault={faults.get(row.id)}
      isReadOnly={isReadOnly}
      onChange={onChange}
      beside={beside?.(row.id)}
    />
  )
}
