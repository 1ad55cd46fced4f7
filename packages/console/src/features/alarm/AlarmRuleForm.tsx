import {
  type AlarmKind,
  alarmKinds,
  type AlarmRule,
  alarmRules,
  groups,
  kindsOfAlarm,
  organizations,
  type TextKey,
} from '@muster/contract'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { ModelField } from '../../kit/form/ModelField.tsx'
import { RecordField } from '../../kit/form/RecordField.tsx'
import { t, texts } from '../../platform/texts.ts'
import {
  CheckField,
  ChoiceField,
  LongTextField,
  NumberField,
  TextField,
} from '../../ui/form/fields.tsx'
import classes from './alarm.module.css'
import { kindTexts, severityTexts } from './alarmTexts.ts'

/** What a threshold says, kind by kind. */
const thresholdTexts: Partial<Record<AlarmKind, TextKey>> = {
  BATTERY: 'alarm.rule.thresholdOf.BATTERY',
  STORAGE: 'alarm.rule.thresholdOf.STORAGE',
  CLOCK_SKEW: 'alarm.rule.thresholdOf.CLOCK_SKEW',
  WARRANTY: 'alarm.rule.thresholdOf.WARRANTY',
  SUPPORT_END: 'alarm.rule.thresholdOf.SUPPORT_END',
  APPROVAL_END: 'alarm.rule.thresholdOf.SUPPORT_END',
  KEY_END: 'alarm.rule.thresholdOf.SUPPORT_END',
  PARAM_ENDING: 'alarm.rule.thresholdOf.SUPPORT_END',
}

const isKind = (value: unknown): value is AlarmKind => alarmKinds.some((kind) => kind === value)

/** Groups that have terminals in common with the rule's organisation; before it is chosen, all. */
const groupsNear = (orgId: unknown) => ({
  list: groups.list,
  ...(typeof orgId === 'string' && orgId !== '' && { where: { nearOrgId: orgId } }),
})

/** Adds and edits a rule; its threshold is called as its kind means it. */
export function AlarmRuleForm({ dialog }: { readonly dialog: Dialog<AlarmRule> }) {
  return (
    <FormDialog of={alarmRules} dialog={dialog} title="alarm.rule.add">
      {(field) => {
        const { value: kind } = field('kind', 'alarm.kind')
        const { value: orgId } = field('orgId', 'alarm.organization')
        const [model, group] = [
          field('modelId', 'alarm.rule.model'),
          field('groupId', 'alarm.rule.group'),
        ]
        return (
          <>
            <TextField {...field('name', 'alarm.rule.name')} />
            <RecordField {...field('orgId', 'alarm.organization')} of={organizations} />
            {!group.value && <ModelField {...model} />}
            {!model.value && <RecordField {...group} of={groupsNear(orgId)} />}
            <p className={classes.hint}>{t('alarm.rule.partHint')}</p>
            <ChoiceField {...field('kind', 'alarm.kind')} options={texts(kindTexts)} />
            <ChoiceField {...field('severity', 'alarm.severity')} options={texts(severityTexts)} />
            {isKind(kind) && kindsOfAlarm[kind].threshold ? (
              <NumberField
                {...field('threshold', 'alarm.rule.threshold')}
                label={t(thresholdTexts[kind] ?? 'alarm.rule.threshold')}
              />
            ) : (
              isKind(kind) && (
                <p className={classes.hint}>
                  {t(kind === 'OFFLINE' ? 'alarm.rule.offlineHint' : 'alarm.rule.noThreshold')}
                </p>
              )
            )}
            {kind === 'OFFLINE' && <CheckField {...field('inHours', 'alarm.rule.inHours')} />}
            <CheckField {...field('tellsNotice', 'alarm.rule.tellsNotice')} />
            <CheckField {...field('tellsMail', 'alarm.rule.tellsMail')} />
            <CheckField {...field('tellsWebhook', 'alarm.rule.tellsWebhook')} />
            <p className={classes.hint}>{t('alarm.rule.readers')}</p>
            <p className={classes.hint}>{t('alarm.rule.back')}</p>
            <LongTextField {...field('remark', 'alarm.rule.remark')} />
          </>
        )
      }}
    </FormDialog>
  )
}
