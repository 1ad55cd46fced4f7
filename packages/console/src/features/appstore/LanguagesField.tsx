import { languages } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../kit/queries.ts'
import type { FieldHold } from '../../ui/form/fields.tsx'
import { ChecksField } from '../../ui/form/moreFields.tsx'

/** Any of the languages of the site. */
export function LanguagesField(field: FieldHold) {
  const known = useQuery(query(languages.list, {}))
  const options = (known.data ?? []).map(({ code, nativeName }) => [code, nativeName] as const)
  return <ChecksField {...field} options={Object.fromEntries(options)} />
}
