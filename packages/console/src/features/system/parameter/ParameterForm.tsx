import { type Parameter, parameters, type TextKey } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { t, texts } from '../../../platform/texts.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import {
  ChoiceField,
  CodeField,
  type FieldHold,
  LongTextField,
  NumberField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { FlagField, LinesField, SecretField } from '../../../ui/form/moreFields.tsx'
import { isType, isUnused, nameOfParameter, typeTexts } from './parameterTexts.ts'
import { ValueField } from './ValueField.tsx'

type Field = (name: keyof typeof parameters.add.schemas.body.shape, label: TextKey) => FieldHold

/** Changes the value of a shipped parameter; all of one's own. */
export function ParameterForm({ dialog }: { readonly dialog: Dialog<Parameter> }) {
  const { record } = dialog
  const named = record && { ...record, name: nameOfParameter(record) }
  return (
    <FormDialog of={parameters} dialog={{ ...dialog, record: named }} title="parameter.add">
      {(field) =>
        record?.isSystem ? (
          <ValueFields field={field} record={record} />
        ) : (
          <OwnFields field={field} record={record} />
        )
      }
    </FormDialog>
  )
}

function ValueFields({ field, record }: { field: Field; record: Parameter | null }) {
  const chosen = field('valueType', 'parameter.valueType').value
  const type = isType(chosen) ? chosen : 'string'
  const unchanged = record?.hasSecret ? { placeholder: t('setting.unchanged') } : {}
  if (type === 'secret')
    return <SecretField {...field('secretValue', 'parameter.value')} {...unchanged} />
  const options = field('options', 'parameter.options').value
  return (
    <>
      {record && isUnused(record) && (
        <Callout title={t('parameter.unused')}>{t('parameter.unusedText')}</Callout>
      )}
      <ValueField
        {...field('value', 'parameter.value')}
        type={type}
        options={Array.isArray(options) ? options.map(String) : []}
      />
    </>
  )
}

function OwnFields({ field, record }: { field: Field; record: Parameter | null }) {
  const type = field('valueType', 'parameter.valueType').value
  return (
    <>
      <CodeField {...field('key', 'parameter.key')} />
      <TextField {...field('name', 'parameter.name')} />
      <CodeField {...field('groupCode', 'parameter.group')} />
      <ChoiceField {...field('valueType', 'parameter.valueType')} options={texts(typeTexts)} />
      <ValueFields field={field} record={record} />
      {type !== 'secret' && <CodeField {...field('defaultValue', 'parameter.defaultValue')} />}
      <NumberField {...field('min', 'parameter.min')} />
      <NumberField {...field('max', 'parameter.max')} />
      {type === 'enum' && (
        <LinesField {...field('options', 'parameter.options')} hint={t('parameter.optionsHint')} />
      )}
      <FlagField {...field('restartNeeded', 'parameter.restartNeeded')} />
      <LongTextField {...field('remark', 'parameter.remark')} />
    </>
  )
}
