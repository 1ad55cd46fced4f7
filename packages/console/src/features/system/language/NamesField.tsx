import { languages } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../kit/queries.ts'
import { TextInput } from '../../../ui/controls.ts'
import { type FieldHold, shownValue } from '../../../ui/form/fields.tsx'
import classes from './names.module.css'

interface NamesFieldProps extends FieldHold {
  readonly hint: string
  /** What stands where a language has no name of its own, by language. */
  readonly instead?: Readonly<Record<string, string>>
}

/** One name in each language of the site, each optional. */
export function NamesField({ label, hint, value, onChange, error, instead }: NamesFieldProps) {
  const known = useQuery(query(languages.list, {}))
  const names: Readonly<Record<string, unknown>> = { ...(typeof value === 'object' && value) }
  const rename = (code: string, name: string) => {
    const others = Object.entries(names).filter(([other]) => other !== code)
    onChange(Object.fromEntries(name === '' ? others : [...others, [code, name]]))
  }
  return (
    <fieldset className={classes.names}>
      <legend>{label}</legend>
      <p className={classes.hint}>{hint}</p>
      {(known.data ?? []).map(({ code, nativeName, direction }) => (
        <TextInput
          key={code}
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
