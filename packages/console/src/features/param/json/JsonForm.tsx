import {
  devices,
  groups,
  type JsonDocument,
  jsonDocuments,
  models,
  type NewOf,
  organizations,
  type TextKey,
} from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { t, texts } from '../../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  type FieldHold,
  LongTextField,
  NumberField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { FlagField } from '../../../ui/form/moreFields.tsx'
import { DeliveryFields } from '../assignment/DeliveryFields.tsx'
import classes from '../assignment/assignment.module.css'
import { kindTexts, levelTexts, modeTexts } from './jsonTexts.ts'

interface JsonFormProps {
  readonly dialog: Dialog<JsonDocument>
  /** Opens the document that was just added. */
  readonly content: Dialog<JsonDocument>
}

/** Adds a document and leads on to its text; or edits what it is called and how it is merged and brought. */
export function JsonForm({ dialog, content }: JsonFormProps) {
  const { record } = dialog
  const isFixed = record !== null && record.revision !== null
  return (
    <FormDialog
      of={jsonDocuments}
      dialog={dialog}
      title="json.add"
      start={{ kind: 'OTHER', level: 'ORG' }}
      onSaved={(row) => {
        if (!record) content.open(row)
      }}
    >
      {(field) => (
        <>
          <TextField {...field('name', 'json.name')} />
          {!isFixed && <CodeField {...field('code', 'json.code')} />}
          <ChoiceField {...field('kind', 'json.kind')} options={texts(kindTexts)} />
          <ChoiceField {...field('mergeMode', 'json.mode')} options={texts(modeTexts)} />
          {isFixed ? (
            <p className={classes.wide}>
              {t('json.fixedAt', {
                code: record.code,
                level: t(levelTexts[record.level]),
                target: record.targetName,
              })}
            </p>
          ) : (
            <TargetFields field={field} />
          )}
          {field('level', 'param.level').value === 'GROUP' && (
            <NumberField {...field('priority', 'param.priority')} hint={t('param.priorityHint')} />
          )}
          <FlagField {...field('encrypt', 'json.encrypt')} />
          <h3 className={classes.section}>{t('param.delivery')}</h3>
          <DeliveryFields {...field('options', 'param.delivery')} isOfApp={false} />
          <LongTextField {...field('remark', 'param.remark')} rows={2} />
        </>
      )}
    </FormDialog>
  )
}

type Field = (name: keyof NewOf<typeof jsonDocuments> & string, label: TextKey) => FieldHold

function TargetFields({ field }: { readonly field: Field }) {
  const level = field('level', 'param.level')
  const { value } = level
  return (
    <>
      <ChoiceField {...level} options={texts(levelTexts)} />
      {(value === 'ORG' || value === 'MODEL') && (
        <RecordField {...field('orgId', 'param.level.ORG')} required of={organizations} />
      )}
      {value === 'MODEL' && (
        <RecordField {...field('modelId', 'json.level.MODEL')} required of={models} />
      )}
      {value === 'GROUP' && (
        <RecordField {...field('groupId', 'param.level.GROUP')} required of={groups} />
      )}
      {value === 'DEVICE' && (
        <RecordField {...field('deviceId', 'param.level.DEVICE')} required of={devices} />
      )}
    </>
  )
}
