import type { Parameter, ParameterType } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  type FieldHold,
  LongTextField,
  TextField,
} from '../../../ui/form/fields.tsx'

interface ValueFieldProps extends FieldHold {
  readonly type: ParameterType
  readonly options: Parameter['options']
}

/** The input that fits a parameter's type; values travel as text. */
export function ValueField({ type, options, ...field }: ValueFieldProps) {
  switch (type) {
    case 'bool':
      return <ChoiceField {...field} options={{ true: t('kit.yes'), false: t('kit.no') }} />
    case 'enum':
      return (
        <ChoiceField {...field} options={Object.fromEntries(options.map((one) => [one, one]))} />
      )
    case 'json':
      return <LongTextField {...field} rows={8} />
    case 'string':
      return <TextField {...field} />
    default:
      return <CodeField {...field} />
  }
}
