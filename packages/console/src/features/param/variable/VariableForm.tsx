import {
  apps,
  devices,
  type NewOf,
  organizations,
  stations,
  type TextKey,
  type Variable,
  variables,
} from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { t, texts } from '../../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  CodeTextField,
  type FieldHold,
  LongTextField,
} from '../../../ui/form/fields.tsx'
import { SecretField } from '../../../ui/form/moreFields.tsx'
import { FileField } from '../../file/index.ts'
import { confirmImpact } from './confirmImpact.ts'
import { deliverTexts, fileName, levelTexts, typeTexts } from './variableTexts.ts'
import { PatternField } from '../dict/PatternField.tsx'

type Field = (name: keyof NewOf<typeof variables> & string, label: TextKey) => FieldHold

/** Adds and edits a variable; before it is saved it says for how many terminals it is. */
export function VariableForm({ dialog }: { readonly dialog: Dialog<Variable> }) {
  const { record } = dialog
  return (
    <FormDialog
      of={variables}
      dialog={dialog}
      title="variable.add"
      start={{ type: 'TEXT', level: 'ORG' }}
      confirmSave={confirmImpact}
    >
      {(field) => (
        <>
          {!record && <TargetFields field={field} />}
          <ChoiceField {...field('type', 'variable.type')} options={texts(typeTexts)} />
          <ChoiceField {...field('deliver', 'variable.deliver')} options={texts(deliverTexts)} />
          <ValueField field={field} record={record} />
          {field('level', 'variable.level').value === 'PLATFORM' && (
            <PatternField
              {...field('pattern', 'variable.pattern')}
              hint={t('variable.patternHint')}
            />
          )}
          <LongTextField {...field('remark', 'variable.remark')} rows={2} />
        </>
      )}
    </FormDialog>
  )
}

/** What it is called and whose it is: both stay. */
function TargetFields({ field }: { readonly field: Field }) {
  const level = field('level', 'variable.level')
  return (
    <>
      <CodeField {...field('key', 'variable.key')} />
      <ChoiceField {...level} options={texts(levelTexts)} />
      {level.value === 'ORG' && (
        <RecordField {...field('orgId', 'variable.org')} required of={organizations} />
      )}
      {level.value === 'STATION' && (
        <RecordField {...field('stationId', 'variable.station')} required of={stations} />
      )}
      {level.value === 'DEVICE' && (
        <RecordField {...field('deviceId', 'variable.device')} required of={devices} />
      )}
      <RecordField {...field('appId', 'variable.formApp')} of={apps} />
    </>
  )
}

interface ValueFieldProps {
  readonly field: Field
  readonly record: Variable | null
}

function ValueField({ field, record }: ValueFieldProps) {
  switch (field('type', 'variable.type').value) {
    case 'SECRET':
      return (
        <SecretField
          {...field('secretValue', 'variable.secretValue')}
          placeholder={record?.hasSecret ? t('variable.secretKept') : ''}
        />
      )
    case 'FILE':
      return (
        <FileField
          {...field('fileId', 'variable.file')}
          type="param"
          known={fileName(record?.file ?? null)}
        />
      )
    default:
      return <CodeTextField {...field('value', 'variable.value')} hint={t('variable.valueHint')} />
  }
}
