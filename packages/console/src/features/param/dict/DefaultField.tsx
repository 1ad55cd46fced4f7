import {
  faultOfValue,
  type ParamItem,
  type ParamShape,
  paramShape,
  type ParamType,
} from '@muster/contract'
import * as z from 'zod/mini'
import { t } from '../../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  CodeTextField,
  type FieldHold,
  shownValue,
  TextField,
} from '../../../ui/form/fields.tsx'
import { TableInput } from '../form/TableInput.tsx'
import classes from './dict.module.css'

interface DefaultFieldProps extends FieldHold {
  readonly type: ParamType
  /** What the form says of the value; null where that is not complete. */
  readonly shape: ParamShape | null
}

/** The value where nobody says another, as its type is typed; its own rules judge it while it is. */
export function DefaultField({ type, shape, ...hold }: DefaultFieldProps) {
  const none = t('paramDict.defaultNone')
  const field = { ...hold, error: hold.error ?? faultText(shape, shownValue(hold.value)) }
  switch (type) {
    case 'BOOL':
      return (
        <ChoiceField {...field} options={{ true: t('kit.yes'), false: t('kit.no') }} none={none} />
      )
    case 'ENUM':
      return <ChoiceField {...field} options={choicesOf(shape?.items ?? [])} none={none} />
    case 'TABLE':
      // Until it has columns its rows are but a text.
      return shape && shape.columns.length > 0 ? (
        <TableDefault {...field} shape={shape} />
      ) : (
        <CodeTextField {...field} hint="JSON" />
      )
    case 'JSON':
      return <CodeTextField {...field} hint="JSON" />
    case 'FILE':
    case 'IMAGE':
      return null
    case 'STRING':
      return <TextField {...field} />
    default:
      return <CodeField {...field} />
  }
}

/** The rows of a table, in the dialog in which values of it are edited. */
function TableDefault({
  shape,
  label,
  value,
  onChange,
  error,
}: FieldHold & { readonly shape: ParamShape }) {
  return (
    <div className={classes.table}>
      <span>{label}</span>
      <TableInput
        field={{ ...shape, label }}
        label={label}
        value={shownValue(value)}
        onChange={onChange}
        error={error}
        isReadOnly={false}
      />
    </div>
  )
}

const choicesOf = (items: readonly ParamItem[]) =>
  Object.fromEntries(items.map(({ value, label }) => [value, label || value]))

/** Patterns are the server's to judge: it reads them as RE2. */
function faultText(shape: ParamShape | null, text: string): string | undefined {
  const fault = shape && text !== '' ? faultOfValue(shape, text, () => true) : null
  return fault ? t(fault.key, fault.params) : undefined
}

const whole = z.object(paramShape())

/** Type and rules from what a form has; null while they are not complete. */
export function shapeOf(
  valueOf: (name: keyof ReturnType<typeof paramShape>) => unknown,
): ParamShape | null {
  const names = Object.keys(paramShape()).filter(
    (name): name is keyof ReturnType<typeof paramShape> => Object.hasOwn(paramShape(), name),
  )
  const values = names.map((name) => [name, valueOf(name) === '' ? undefined : valueOf(name)])
  return whole.safeParse(Object.fromEntries(values)).data ?? null
}
