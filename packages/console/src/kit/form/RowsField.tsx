import type { TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import type { FieldHold } from '../../ui/form/fields.tsx'
import classes from './rowsField.module.css'

interface RowsFieldProps<T> extends FieldHold {
  readonly empty: T
  readonly most: number
  readonly add: TextKey
  readonly remove: TextKey
  readonly hint?: string
  /** Rows of so many parts that one line does not hold them. */
  readonly isWide?: boolean
  readonly children: (row: T, change: (part: Partial<T>) => void) => ReactNode
}

/** A list of records as a field: a row each, and a button for one more. */
export function RowsField<T>({
  value,
  onChange,
  label,
  error,
  empty,
  most,
  hint,
  isWide = false,
  ...rest
}: RowsFieldProps<T>) {
  const rows: readonly T[] = Array.isArray(value) ? value : []
  return (
    <fieldset className={isWide ? `${classes.group} ${classes.wide}` : classes.group}>
      <legend>{label}</legend>
      {hint && <p className={classes.hint}>{hint}</p>}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name than its place
        <div key={index} className={classes.parts}>
          {rest.children(row, (part) =>
            onChange(rows.map((one, at) => (at === index ? { ...one, ...part } : one))),
          )}
          <Button
            size="xs"
            variant="subtle"
            aria-label={t(rest.remove, { number: formatNumber(index + 1) })}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            {t('kit.remove')}
          </Button>
        </div>
      ))}
      {error && (
        <p role="alert" className={classes.problem}>
          {error}
        </p>
      )}
      {rows.length < most && (
        <Button size="xs" variant="default" onClick={() => onChange([...rows, empty])}>
          {t(rest.add)}
        </Button>
      )}
    </fieldset>
  )
}
