import { languages } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../kit/queries.ts'
import { Textarea, TextInput } from '../../../ui/controls.ts'
import { type FieldHold, shownValue } from '../../../ui/form/fields.tsx'
import classes from './names.module.css'

interface NamesFieldProps extends FieldHold {
  readonly hint: string
  /** So many lines each, where it is more than a name. */
  readonly rows?: number
  /** What stands where a language has no name of its own, by language. */
  readonly instead?: Readonly<Record<string, string>>
}

/** One name in each language of the site, each optional. */
export function NamesField({
  label,
  hint,
  value,
  onChange,
  error,
  instead,
  required,
  rows,
}: NamesFieldProps) {
  const known = useQuery(query(languages.list, {}))
  const names: Readonly<Record<string, unknown>> = { ...(typeof value === 'object' && value) }
  const rename = (code: string, name: string) => {
    const others = Object.entries(names).filter(([other]) => other !== code)
    onChange(Object.fromEntries(name === '' ? others : [...others, [code, name]]))
  }
  return (
    <fieldset className={classes.names}>
      <legend>
        {label}
        {required && <span aria-hidden> *</span>}
      </legend>
      <p className={classes.hint}>{hint}</p>
      {(known.data ?? []).map(({ code, nativeName, direction }) => (
        <Line
          key={code}
          rows={rows}
          label={nativeName}
          dir={direction}
          lang={code}
          placeholder={instead?.[code] ?? ''}
          value={shownValue(names[code])}
          onChange={(event) => rename(code, event.currentTarget.value)}
        />
      ))}
      {error && <p className={classes.error}>{error}</p>}
    </fieldset>
  )
}

interface LineProps {
  readonly rows: number | undefined
  readonly label: string
  readonly dir: string
  readonly lang: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void
}

const Line = ({ rows, ...line }: LineProps) =>
  rows === undefined ? <TextInput {...line} /> : <Textarea {...line} rows={rows} />
