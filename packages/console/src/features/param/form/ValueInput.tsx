import { type FormField, hasPlaceholder, isFileType, type ParamType } from '@muster/contract'
import { DayInput } from '../../../kit/dates/DayInput.tsx'
import { TimeInput } from '../../../kit/dates/TimeInput.tsx'
import { t } from '../../../platform/texts.ts'
import { PasswordInput, Textarea, TextInput } from '../../../ui/controls.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { MultiSelect } from '../../../ui/MultiInput.tsx'
import { valueText } from '../valueText.ts'
import { ColourInput, CoveredInput, RadioInput, SwitchInput } from './controls.tsx'
import { FileInput } from './FileInput.tsx'
import { TableInput } from './TableInput.tsx'
import type { ValueInputProps } from './valueInputProps.ts'
import { plain, wireText } from './wireText.ts'

/** From so many characters on a text gets several lines. */
const longText = 200

/** The control that a value of its type is edited with. */
export function ValueInput(props: ValueInputProps) {
  const { field, isReadOnly } = props
  if (field.secret) return <SecretInput {...props} />
  if (field.dataType === 'TABLE') return <TableInput {...props} />
  if (isCovered(field)) return <CoveredInput {...props} />
  if (isReadOnly)
    return (
      <LineInput
        {...props}
        value={isFileType(field.dataType) ? valueText(props.value) : props.value}
      />
    )
  const Typed =
    (takesControl(props) ? chosen[field.control] : null) ?? typed[field.dataType] ?? LineInput
  return <Typed {...props} />
}

/** Types whose values are lines of text. */
const lines: ReadonlySet<ParamType> = new Set([...plain, 'STRING'])

const isCovered = ({ control, dataType }: FormField): boolean =>
  control === 'PASSWORD' && lines.has(dataType)

/** The controls that a type may be given in place of its own. */
const chosen: Partial<Record<FormField['control'], (props: ValueInputProps) => React.ReactNode>> = {
  SWITCH: SwitchInput,
  RADIO: RadioInput,
  COLOUR: ColourInput,
}

/** Whether the control that was chosen goes with the type; a variable is seen in a line of text alone. */
function takesControl({ field: { control, dataType }, value }: ValueInputProps): boolean {
  if (hasPlaceholder(value)) return false
  if (control === 'SWITCH') return dataType === 'BOOL'
  if (control === 'RADIO') return dataType === 'BOOL' || dataType === 'ENUM'
  return control === 'COLOUR' && (dataType === 'STRING' || dataType === 'HEX')
}

const typed: Partial<Record<ParamType, (props: ValueInputProps) => React.ReactNode>> = {
  BOOL: BoolInput,
  ENUM: EnumInput,
  MULTI_ENUM: SeveralInput,
  DATE: DateInput,
  TIME: ClockInput,
  JSON: LongInput,
  FILE: FileInput,
  IMAGE: FileInput,
}

function SecretInput({ label, value, onChange, error, isReadOnly, isSet }: ValueInputProps) {
  return (
    <PasswordInput
      aria-label={label}
      value={value}
      placeholder={t(isSet ? 'paramForm.secretSet' : 'paramForm.secretNotSet')}
      error={error}
      readOnly={isReadOnly}
      dir="ltr"
      autoComplete="new-password"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function LineInput(props: ValueInputProps) {
  const { field, label, value, onChange, error, isReadOnly } = props
  if (field.dataType === 'STRING' && (field.maxLength ?? 0) > longText)
    return <LongInput {...props} />
  const isPlain = plain.has(field.dataType)
  return (
    <TextInput
      aria-label={label}
      value={value}
      error={error}
      readOnly={isReadOnly}
      dir={isPlain ? 'ltr' : 'auto'}
      autoComplete="off"
      spellCheck={false}
      rightSection={field.unit && <span>{field.unit}</span>}
      rightSectionWidth={field.unit ? Math.min(96, 20 + 8 * field.unit.length) : undefined}
      onChange={(event) => onChange(wireText(field, event.currentTarget.value))}
    />
  )
}

function LongInput({ field, label, value, onChange, error, isReadOnly }: ValueInputProps) {
  return (
    <Textarea
      aria-label={label}
      value={value}
      error={error}
      readOnly={isReadOnly}
      rows={4}
      dir={field.dataType === 'JSON' ? 'ltr' : 'auto'}
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function BoolInput({ label, value, onChange, error }: ValueInputProps) {
  const options = { true: t('paramForm.yes'), false: t('paramForm.no') }
  return <Choices label={label} value={value} onChange={onChange} error={error} options={options} />
}

function EnumInput({ field, label, value, onChange, error }: ValueInputProps) {
  const options = Object.fromEntries(field.items.map((item) => [item.value, item.label]))
  return <Choices label={label} value={value} onChange={onChange} error={error} options={options} />
}

interface ChoicesProps extends Pick<ValueInputProps, 'label' | 'value' | 'onChange' | 'error'> {
  readonly options: Readonly<Record<string, string>>
}

function Choices({ label, value, onChange, error, options }: ChoicesProps) {
  // A value that is no choice any more is shown as it is, so that one sees what is wrong.
  const all = value === '' || value in options ? options : { ...options, [value]: value }
  return (
    <ChoiceInput
      label={label}
      value={value}
      onChoose={onChange}
      options={all}
      none=""
      error={error}
    />
  )
}

function SeveralInput({ field, label, value, onChange, error }: ValueInputProps) {
  return (
    <MultiSelect
      aria-label={label}
      value={value === '' ? [] : value.split(',')}
      data={field.items}
      error={error}
      searchable={field.items.length > 8}
      onChange={(chosen) => onChange(chosen.join(','))}
    />
  )
}

function DateInput({ label, value, onChange, error }: ValueInputProps) {
  return <DayInput label={label} value={value} onChange={onChange} error={error} />
}

function ClockInput({ label, value, onChange, error }: ValueInputProps) {
  return <TimeInput label={label} value={value} onChange={onChange} error={error} />
}
