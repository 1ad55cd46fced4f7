import {
  devices,
  groups,
  type InputOf,
  organizations,
  type Param,
  params,
  policyApps,
  stations,
  type TextKey,
} from '@muster/contract'
import { MomentField } from '../../../kit/dates/fields.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { navigate } from '../../../platform/address.ts'
import { t, texts } from '../../../platform/texts.ts'
import {
  ChoiceField,
  type FieldHold,
  LongTextField,
  NumberField,
  shownValue,
  TextField,
} from '../../../ui/form/fields.tsx'
import classes from './assignment.module.css'
import { DeliveryFields } from './DeliveryFields.tsx'
import { paramPath } from './paramPath.ts'
import { levelTexts } from './paramTexts.ts'
import { TemplateField } from './TemplateField.tsx'

interface AssignmentFormProps {
  readonly dialog: Dialog<Param>
  /** What is known of a new one where it is asked for. */
  readonly start?: Partial<InputOf<typeof params.add>['body']>
}

/** Adds an assignment and leads on to its values; or edits for whom, with which template and how it is brought. */
export function AssignmentForm({ dialog, start = {} }: AssignmentFormProps) {
  const { record } = dialog
  return (
    <FormDialog
      of={params}
      dialog={dialog}
      title="param.add"
      start={start}
      onSaved={({ id }) => {
        if (!record) navigate(paramPath(id))
      }}
    >
      {(field) => {
        const level = field('level', 'param.level')
        return (
          <>
            <TextField {...field('name', 'param.name')} />
            <TargetFields field={field} record={record} />
            <TemplateField
              {...field('templateRevId', 'param.template')}
              appId={shownValue(field('appId', 'param.app').value)}
              target={targetOf(field, level.value)}
              known={record}
            />
            {level.value === 'GROUP' && (
              <NumberField
                {...field('priority', 'param.priority')}
                hint={t('param.priorityHint')}
              />
            )}
            <MomentField {...field('effectiveFrom', 'param.effectiveFrom')} />
            <MomentField {...field('effectiveTo', 'param.effectiveTo')} />
            <h3 className={classes.section}>{t('param.delivery')}</h3>
            <DeliveryFields {...field('options', 'param.delivery')} />
            <LongTextField {...field('remark', 'param.remark')} rows={2} />
          </>
        )
      }}
    </FormDialog>
  )
}

type TargetName = 'appId' | 'level' | 'orgId' | 'stationId' | 'groupId' | 'deviceId'

/** The one place that the level names. */
function targetOf(field: TargetFieldsProps['field'], level: unknown) {
  const name = targetNames.find((one) => one === level)
  if (!name) return {}
  const place = placeOf[name]
  return { [place]: shownValue(field(place, levelTexts[name]).value) }
}

const targetNames = ['ORG', 'STATION', 'GROUP', 'DEVICE'] as const
const placeOf = {
  ORG: 'orgId',
  STATION: 'stationId',
  GROUP: 'groupId',
  DEVICE: 'deviceId',
} as const

interface TargetFieldsProps {
  readonly field: (name: TargetName, label: TextKey) => FieldHold
  readonly record: Param | null
}

/** For which application and for whom; what was in force once stays where it is. */
function TargetFields({ field, record }: TargetFieldsProps) {
  if (record && record.revision !== null)
    return (
      <p className={classes.wide}>
        {t('param.fixedAt', {
          app: record.appName,
          level: t(levelTexts[record.level]),
          target: record.targetName,
        })}
      </p>
    )
  const level = field('level', 'param.level')
  return (
    <>
      <RecordField {...field('appId', 'param.app')} of={policyApps} />
      <ChoiceField {...level} options={texts(levelTexts)} />
      {level.value === 'ORG' && (
        <RecordField {...field('orgId', 'param.level.ORG')} required of={organizations} />
      )}
      {level.value === 'STATION' && (
        <RecordField {...field('stationId', 'param.level.STATION')} required of={stations} />
      )}
      {level.value === 'GROUP' && (
        <RecordField {...field('groupId', 'param.level.GROUP')} required of={groups} />
      )}
      {level.value === 'DEVICE' && (
        <RecordField {...field('deviceId', 'param.level.DEVICE')} required of={devices} />
      )}
    </>
  )
}
