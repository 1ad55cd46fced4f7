import { mostTableRows, tableRows } from '@muster/contract'
import { useRef, useState } from 'react'
import { CancelButton } from '../../../kit/dialog/CancelButton.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { useUnsaved } from '../../../kit/dialog/useUnsaved.ts'
import { lazyPart } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { Button, Group, TextInput } from '../../../ui/controls.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { asciiDigits } from '../../../ui/form/digits.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { VirtualRows } from '../../../ui/table/VirtualRows.tsx'
import type { Row } from './csvRows.ts'
import classes from './paramForm.module.css'
import type { TableInputProps } from './valueInputProps.ts'

const CsvPart = lazyPart(() => import('./CsvPart.tsx').then((file) => file.CsvPart))

/** How many rows a table has, and a dialog to edit them in. */
export function TableInput({ field, label, value, onChange, error, isReadOnly }: TableInputProps) {
  const [isOpen, setOpen] = useState(false)
  const rows = value === '' ? [] : (tableRows(value) ?? [])
  return (
    <div className={classes.table}>
      <span>{t('paramForm.rows', { count: rows.length, shown: formatNumber(rows.length) })}</span>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {t(isReadOnly ? 'paramForm.showTable' : 'paramForm.editTable')}
        <span className={classes.hidden}> {label}</span>
      </Button>
      {error && (
        <p role="alert" className={classes.problem}>
          {error}
        </p>
      )}
      {isOpen && (
        <DialogFrame isOpen close={() => setOpen(false)} title={label} size="80rem">
          <TableEditor
            field={field}
            start={rows}
            isReadOnly={isReadOnly}
            close={() => setOpen(false)}
            save={(next) => {
              onChange(next.length === 0 ? '' : JSON.stringify(next))
              setOpen(false)
            }}
          />
        </DialogFrame>
      )}
    </div>
  )
}

interface TableEditorProps extends Pick<TableInputProps, 'field' | 'isReadOnly'> {
  readonly start: readonly Row[]
  readonly save: (rows: readonly Row[]) => void
  readonly close: () => void
}

function TableEditor({ field, start, isReadOnly, save, close }: TableEditorProps) {
  const [rows, setRows] = useState(start)
  const [isReading, setReading] = useState(false)
  useUnsaved(rows !== start)
  const scroller = useRef<HTMLElement>(null)
  const most = field.maxRows ?? mostTableRows
  const set = (at: number, key: string, text: string) =>
    setRows(rows.map((row, place) => (place === at ? withCell(row, key, text) : row)))
  return (
    <div className={classes.dialog} data-own-labels>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Keys scroll what has the focus. */}
      <section ref={scroller} className={classes.grid} aria-label={field.label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {field.columns.map(({ key, title, required }) => (
                <th key={key} scope="col">
                  {title}
                  {required && ' *'}
                </th>
              ))}
              <th scope="col">{t('kit.actions')}</th>
            </tr>
          </thead>
          <VirtualRows
            count={rows.length}
            columns={field.columns.length + 1}
            rowHeight={42}
            scroller={scroller}
            row={(at) => (
              <TableRow
                key={at}
                at={at}
                row={rows[at] ?? {}}
                columns={field.columns}
                isReadOnly={isReadOnly}
                set={(key, text) => set(at, key, text)}
                remove={() => setRows(rows.filter((_, place) => place !== at))}
              />
            )}
          />
        </table>
      </section>
      {isReading && (
        <CsvPart
          field={field}
          rows={rows}
          close={() => setReading(false)}
          take={(taken) => {
            setRows(taken)
            setReading(false)
          }}
        />
      )}
      <Group justify="space-between">
        <Group>
          <Button
            variant="default"
            disabled={isReadOnly || rows.length >= most}
            onClick={() => setRows([...rows, {}])}
          >
            {t('paramForm.addRow')}
          </Button>
          <Button
            variant="default"
            disabled={isReadOnly || isReading}
            onClick={() => setReading(true)}
          >
            {t('paramForm.csv')}
          </Button>
        </Group>
        <Group>
          <CancelButton close={close} />
          <Button disabled={isReadOnly} onClick={() => save(rows)}>
            {t('paramForm.takeTable')}
          </Button>
        </Group>
      </Group>
    </div>
  )
}

/** An empty cell is none. */
function withCell(row: Row, key: string, text: string): Row {
  const others = Object.entries(row).filter(([name]) => name !== key)
  return Object.fromEntries(text === '' ? others : [...others, [key, text]])
}

interface TableRowProps {
  readonly at: number
  readonly row: Row
  readonly columns: TableInputProps['field']['columns']
  readonly isReadOnly: boolean
  readonly set: (key: string, text: string) => void
  readonly remove: () => void
}

function TableRow({ at, row, columns, isReadOnly, set, remove }: TableRowProps) {
  const number = formatNumber(at + 1)
  return (
    <tr>
      {columns.map((column) => {
        const label = t('paramForm.cell', { column: column.title, row: number })
        const value = row[column.key] ?? ''
        return (
          <td key={column.key}>
            {column.items.length > 0 && !isReadOnly ? (
              <div className={classes.bare}>
                <ChoiceInput
                  label={label}
                  value={value}
                  none=""
                  options={Object.fromEntries(column.items.map((item) => [item.value, item.label]))}
                  onChoose={(text) => set(column.key, text)}
                />
              </div>
            ) : (
              <TextInput
                aria-label={label}
                value={value}
                readOnly={isReadOnly}
                dir={column.dataType === 'STRING' ? 'auto' : 'ltr'}
                onChange={(event) => set(column.key, asciiDigits(event.currentTarget.value))}
              />
            )}
          </td>
        )
      })}
      <td>
        {!isReadOnly && (
          <IconButton
            icon="trash"
            label={t('paramForm.removeRow', { row: number })}
            onClick={remove}
          />
        )}
      </td>
    </tr>
  )
}
