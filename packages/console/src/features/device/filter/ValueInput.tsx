import { type FilterCondition, type FilterKind, valuesOf } from '@muster/contract'
import { DayInput } from '../../../kit/dates/DayInput.tsx'
import { t } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'
import { asciiDigits, shownDigits } from '../../../ui/form/digits.ts'
import { MultiSelect, TagsInput } from '../../../ui/MultiInput.tsx'
import { AgeInput } from './AgeInput.tsx'
import { choicesOf, hintOf, kindOf, recordsOf, unitOf } from './filterFacts.ts'
import classes from './filter.module.css'
import { RecordsInput } from './RecordsInput.tsx'

export interface ValueInputProps {
  readonly condition: FilterCondition
  readonly isFaulty: boolean
  readonly onChange: (values: string[]) => void
}

/** Serial numbers are pasted as they stand in sheets and mails. */
const pasted = { dir: 'ltr', splitChars: [',', ';', '،', '؛', ' ', '\t', '\n', '\r'] }

/** How several values of a kind are entered. */
const entered = {
  serial: pasted,
  tags: { maxLength: 32 },
  pairs: { maxLength: 320 },
  packages: { ...pasted, maxLength: 128 },
}

/** Several serial numbers are entered as tags are, one as any text. */
function wayOf({ field, op }: FilterCondition): FilterKind {
  const kind = kindOf(field)
  return kind === 'serial' && valuesOf(op) === 'one' ? 'text' : kind
}

/** What a condition is compared with, as its kind is entered. */
export function ValueInput({ condition, isFaulty, onChange }: ValueInputProps) {
  const { field, op, values } = condition
  const label = t('group.filter.value')
  const one = values[0] ?? ''
  const take = (value: string) => onChange(value === '' ? [] : [value])
  const shared = { label, error: isFaulty }
  const way = wayOf(condition)
  switch (way) {
    case 'record':
    case 'tree': {
      const of = recordsOf(field)
      return of ? <RecordsInput {...shared} of={of} values={values} onChange={onChange} /> : null
    }
    case 'choice':
      return (
        <MultiSelect
          {...shared}
          data={Object.entries(choicesOf(field)).map(([value, text]) => ({
            value,
            label: t(text),
          }))}
          value={[...values]}
          onChange={onChange}
          nothingFoundMessage={t('kit.noMatch')}
          searchable
        />
      )
    case 'serial':
    case 'tags':
    case 'pairs':
    case 'packages':
      return (
        <TagsInput
          {...shared}
          {...entered[way]}
          placeholder={hintOf(field)}
          value={[...values]}
          onChange={onChange}
        />
      )
    case 'number':
      return (
        <span className={classes.amount}>
          <TextInput
            {...shared}
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
            value={shownDigits(one)}
            onChange={(event) => take(asciiDigits(event.currentTarget.value).trim())}
          />
          <span aria-hidden="true">{t(`group.unit.${unitOf(field)}`)}</span>
        </span>
      )
    case 'age':
      return <AgeInput isFaulty={isFaulty} op={op} value={one} onChange={take} />
    case 'day':
      return <DayInput label={label} value={one} onChange={take} />
    default:
      return (
        <TextInput
          {...shared}
          autoComplete="off"
          spellCheck={false}
          // Serial numbers and versions; a name turns to its own side.
          dir={way === 'versions' ? 'ltr' : 'auto'}
          placeholder={hintOf(field)}
          value={one}
          required={valuesOf(op) === 'one'}
          withAsterisk={false}
          onChange={(event) => take(event.currentTarget.value)}
        />
      )
  }
}
