import {
  type OfferedParam,
  type ParamColumn,
  paramTypes,
  type TemplateField,
} from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { Button, Checkbox, TextInput } from '../../../ui/controls.ts'
import { asciiDigits } from '../../../ui/form/digits.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { textsOf, typeTexts } from '../dict/dictTexts.ts'
import { emptyColumn } from '../emptyColumn.ts'
import classes from './design.module.css'

interface ColumnsEditorProps {
  readonly field: TemplateField
  readonly known: OfferedParam
  readonly change: (to: Partial<TemplateField>) => void
}

const cellTypes = paramTypes.filter((type) => type !== 'TABLE')

/** The columns of a table: the dictionary's, or others in this template; and how many rows it may have. */
export function ColumnsEditor({ field, known, change }: ColumnsEditorProps) {
  const { columns, maxRows } = field
  const set = (at: number, to: Partial<ParamColumn>) =>
    change({
      columns: (columns ?? []).map((one, place) => (place === at ? { ...one, ...to } : one)),
    })
  return (
    <>
      <TextInput
        label={t('paramTemplate.maxRows')}
        placeholder={String(known.maxRows ?? '')}
        inputMode="numeric"
        dir="ltr"
        value={maxRows ?? ''}
        onChange={(event) => {
          const typed = Number(asciiDigits(event.currentTarget.value))
          change({ maxRows: Number.isInteger(typed) && typed >= 1 ? Math.min(typed, 1000) : null })
        }}
      />
      <Checkbox
        label={t('paramTemplate.ownColumns')}
        checked={columns !== null}
        onChange={(event) =>
          change({ columns: event.currentTarget.checked ? known.columns : null })
        }
      />
      {columns === null ? (
        <p className={classes.quiet}>{known.columns.map(({ title }) => title).join(' · ')}</p>
      ) : (
        <>
          {columns.map((column, at) => (
            // A key that is being typed is no identity: the place is.
            <ColumnLine
              key={at}
              column={column}
              set={(to) => set(at, to)}
              remove={() => change({ columns: columns.filter((_, place) => place !== at) })}
            />
          ))}
          <div>
            <Button
              size="xs"
              variant="default"
              disabled={columns.length >= 40}
              onClick={() => change({ columns: [...columns, newColumn(columns.length + 1)] })}
            >
              {t('paramTemplate.addColumn')}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

const newColumn = (at: number): ParamColumn => ({
  ...emptyColumn,
  key: `column${at}`,
  title: `${t('paramTemplate.column')} ${at}`,
})

interface ColumnLineProps {
  readonly column: ParamColumn
  readonly set: (to: Partial<ParamColumn>) => void
  readonly remove: () => void
}

function ColumnLine({ column, set, remove }: ColumnLineProps) {
  const { key, title, dataType, required } = column
  return (
    <div className={classes.column}>
      <TextInput
        label={t('paramTemplate.columnKey')}
        dir="ltr"
        value={key}
        maxLength={128}
        onChange={(event) =>
          set({ key: event.currentTarget.value.replace(/[^A-Za-z0-9_.-]/g, '') })
        }
      />
      <TextInput
        label={t('paramTemplate.columnTitle')}
        value={title}
        maxLength={128}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <ChoiceInput
        label={t('paramTemplate.columnType')}
        value={dataType}
        options={textsOf(cellTypes, typeTexts)}
        onChoose={(type) => {
          const found = paramTypes.find((one) => one === type)
          if (found && found !== 'TABLE') set({ dataType: found })
        }}
      />
      <Checkbox
        label={t('paramTemplate.required')}
        checked={required}
        onChange={(event) => set({ required: event.currentTarget.checked })}
      />
      <IconButton
        icon="trash"
        label={t('paramTemplate.removeOf', { name: title })}
        onClick={remove}
      />
    </div>
  )
}
