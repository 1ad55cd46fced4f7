import {
  type ParamColumn,
  type ParamShape,
  type ParamItem,
  paramTypes,
  type ParamType,
  type TextKey,
} from '@muster/contract'
import { RowsField } from '../../../kit/form/RowsField.tsx'
import { t, texts } from '../../../platform/texts.ts'
import { Checkbox, Textarea, TextInput } from '../../../ui/controls.ts'
import {
  CodeField,
  type FieldHold,
  NumberField,
  shownValue,
  TextField,
} from '../../../ui/form/fields.tsx'
import { Select } from '../../../ui/Select.tsx'
import { emptyColumn } from '../emptyColumn.ts'
import { typeTexts } from './dictTexts.ts'
import { PatternField } from './PatternField.tsx'
import { isChoice, isMeasured, isNumeric } from './shapes.ts'

type Rule = Exclude<keyof ParamShape, 'dataType'>
type Hold = (name: Rule, label: TextKey) => FieldHold

/** What a value of a type may be: only the rules that belong to it. */
export function ShapeFields({ type, hold }: { readonly type: ParamType; readonly hold: Hold }) {
  return (
    <>
      {isMeasured(type) && (
        <>
          <NumberField {...hold('minLength', 'paramDict.minLength')} />
          <NumberField {...hold('maxLength', 'paramDict.maxLength')} />
        </>
      )}
      {isNumeric(type) && (
        <>
          <BoundField {...hold('minValue', 'paramDict.minValue')} />
          <BoundField {...hold('maxValue', 'paramDict.maxValue')} />
        </>
      )}
      {isChoice(type) && <ItemsField {...hold('items', 'paramDict.items')} />}
      {type === 'TABLE' && (
        <>
          <ColumnsField {...hold('columns', 'paramDict.columns')} />
          <NumberField {...hold('maxRows', 'paramDict.maxRows')} />
        </>
      )}
      {isMeasured(type) && (
        <>
          <PatternField
            {...hold('pattern', 'paramDict.pattern')}
            hint={t('paramDict.patternHint')}
          />
          <TextField {...hold('patternMessage', 'paramDict.patternMessage')} />
        </>
      )}
    </>
  )
}

/** A number with or without a fraction. What is none stays text: the rules say so. */
function BoundField({ onChange, ...hold }: FieldHold) {
  const type = (typed: unknown) => {
    const text = String(typed).trim()
    onChange(/^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : text)
  }
  return <CodeField {...hold} onChange={type} />
}

const noItem: ParamItem = { value: '', label: '' }

/** What can be chosen, in its order. */
function ItemsField(hold: FieldHold) {
  return (
    <RowsField<ParamItem>
      {...hold}
      empty={noItem}
      most={200}
      add="paramDict.itemAdd"
      remove="paramDict.itemRemove"
    >
      {({ value, label }, change) => (
        <>
          <TextInput
            label={t('paramDict.itemValue')}
            value={value}
            dir="ltr"
            maxLength={64}
            onChange={(event) => change({ value: event.currentTarget.value })}
          />
          <TextInput
            label={t('paramDict.itemLabel')}
            value={label}
            maxLength={128}
            onChange={(event) => change({ label: event.currentTarget.value })}
          />
        </>
      )}
    </RowsField>
  )
}

type Change = (part: Partial<ParamColumn>) => void
const cellTypes = paramTypes.filter((type): type is ParamColumn['dataType'] => type !== 'TABLE')

/** The columns of a table, in their order. */
function ColumnsField(hold: FieldHold) {
  return (
    <RowsField<ParamColumn>
      {...hold}
      empty={emptyColumn}
      most={40}
      isWide
      add="paramDict.columnAdd"
      remove="paramDict.columnRemove"
    >
      {(column, change) => <ColumnRow column={column} change={change} />}
    </RowsField>
  )
}

interface ColumnRowProps {
  readonly column: ParamColumn
  readonly change: Change
}

function ColumnRow({ column, change }: ColumnRowProps) {
  const { key, title, dataType, required, expires = false } = column
  const named = texts(typeTexts)
  return (
    <>
      <TextInput
        label={t('paramDict.columnKey')}
        value={key}
        dir="ltr"
        maxLength={128}
        onChange={(event) => change({ key: event.currentTarget.value })}
      />
      <TextInput
        label={t('paramDict.title')}
        value={title}
        maxLength={128}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Select
        label={t('paramDict.dataType')}
        data={cellTypes.map((value) => ({ value, label: named[value] ?? value }))}
        value={dataType}
        allowDeselect={false}
        onChange={(value) =>
          change({ dataType: cellTypes.find((one) => one === value) ?? 'STRING' })
        }
      />
      <CellRules column={column} change={change} />
      <Checkbox
        label={t('paramDict.columnRequired')}
        checked={required}
        onChange={(event) => change({ required: event.currentTarget.checked })}
      />
      {dataType === 'DATE' && (
        <Checkbox
          label={t('paramDict.expires')}
          checked={expires}
          onChange={(event) => change({ expires: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

/** What the cells of a column may hold beside its type. */
function CellRules({ column, change }: ColumnRowProps) {
  const { dataType, maxLength, pattern, items } = column
  if (isChoice(dataType))
    return (
      <Textarea
        label={t('paramDict.columnItems')}
        value={items.map(({ value, label }) => `${value}=${label}`).join('\n')}
        dir="ltr"
        rows={3}
        onChange={(event) => change({ items: itemsOf(event.currentTarget.value) })}
      />
    )
  if (!isMeasured(dataType)) return null
  return (
    <>
      <TextInput
        label={t('paramDict.maxLength')}
        value={shownValue(maxLength)}
        dir="ltr"
        inputMode="numeric"
        onChange={(event) => change({ maxLength: Number(event.currentTarget.value) || null })}
      />
      <TextInput
        label={t('paramDict.pattern')}
        value={pattern ?? ''}
        dir="ltr"
        maxLength={255}
        onChange={(event) => change({ pattern: event.currentTarget.value || null })}
      />
    </>
  )
}

/** `value=label`, one a line. */
const itemsOf = (text: string): ParamItem[] =>
  text === ''
    ? []
    : text.split('\n').map((line) => {
        const [value = '', ...label] = line.split('=')
        return { value, label: label.join('=') }
      })
