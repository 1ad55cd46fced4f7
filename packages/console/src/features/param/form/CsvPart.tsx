import { useState } from 'react'
import { useUnsaved } from '../../../kit/dialog/useUnsaved.ts'
import { TextFileButton } from '../../../kit/form/TextFileButton.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Checkbox, Group, Textarea } from '../../../ui/controls.ts'
import { type CellFault, type Row, rowsOfCsv } from './csvRows.ts'
import classes from './paramForm.module.css'
import type { TableInputProps } from './valueInputProps.ts'

interface CsvPartProps extends Pick<TableInputProps, 'field'> {
  readonly rows: readonly Row[]
  readonly take: (rows: readonly Row[]) => void
  readonly close: () => void
}

/** Rows from a file or from the clipboard: all of them are taken, or none, with the reason for each cell. */
export function CsvPart({ field, rows, take, close }: CsvPartProps) {
  const [text, setText] = useState('')
  useUnsaved(text !== '')
  const [isAdded, setAdded] = useState(false)
  const [faults, setFaults] = useState<readonly CellFault[]>([])
  const kept = isAdded ? rows : []
  const write = (next: string) => {
    setText(next)
    setFaults([])
  }
  const read = () => {
    const told = rowsOfCsv(field, text, kept.length)
    if ('faults' in told) setFaults(told.faults)
    else take([...kept, ...told.rows])
  }
  return (
    <section className={classes.csv} aria-label={t('paramForm.csv')}>
      <Textarea
        label={t('paramForm.csvText')}
        description={t('paramForm.csvHint', {
          heading: field.columns.map(({ key }) => key).join(','),
        })}
        value={text}
        rows={5}
        dir="ltr"
        spellCheck={false}
        onChange={(event) => write(event.currentTarget.value)}
      />
      {rows.length > 0 && (
        <Checkbox
          label={t('paramForm.csvAdd')}
          checked={isAdded}
          onChange={(event) => setAdded(event.currentTarget.checked)}
        />
      )}
      <Faults faults={faults} />
      <Group justify="flex-end">
        <TextFileButton
          label={t('paramForm.csvFile')}
          accept=".csv,.txt,text/csv,text/plain"
          take={write}
        />
        <Button variant="default" onClick={close}>
          {t('kit.close')}
        </Button>
        <Button disabled={text.trim() === ''} onClick={read}>
          {t('paramForm.csvTake')}
        </Button>
      </Group>
    </section>
  )
}

/** What keeps the rows out, cell by cell. */
function Faults({ faults }: { readonly faults: readonly CellFault[] }) {
  if (faults.length === 0) return null
  return (
    <div role="alert" className={classes.problem}>
      <p>{t('paramForm.csvNothing')}</p>
      <ul>
        {faults.map((one) => (
          <li key={`${one.row ?? ''} ${one.column} ${one.fault.key}`}>
            <bdi>{placeOf(one)}</bdi>
            {t(one.fault.key, one.fault.params)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function placeOf({ row, column }: CellFault): string {
  if (row === null) return column === '' ? '' : `${column}: `
  const number = formatNumber(row)
  const place =
    column === ''
      ? t('paramForm.csvRow', { row: number })
      : t('paramForm.cell', { column, row: number })
  return `${place}: `
}
