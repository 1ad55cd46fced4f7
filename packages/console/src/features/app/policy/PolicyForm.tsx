import {
  apkTracks,
  classifications,
  groups,
  type OrgApk,
  orgApks,
  organizations,
  policyApps,
  type TextKey,
} from '@muster/contract'
import { MomentField, TimeField } from '../../../kit/dates/fields.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { t, texts } from '../../../platform/texts.ts'
import {
  CheckField,
  ChoiceField,
  type FieldHold,
  LongTextField,
  NumberField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { ChecksField } from '../../../ui/form/moreFields.tsx'
import { dayTexts } from '../../push/index.ts'
import { policyTexts, ruleTexts, scopeTexts, updateTexts } from './policyTexts.ts'
import { useGivesSure } from './useGivesSure.ts'

const trackTexts = () =>
  Object.fromEntries(apkTracks.map((track) => [track, t(`apk.track.${track}`)]))

const start = {
  policy: 'MANDATORY',
  versionRule: 'LATEST',
  scopeKind: 'SUBTREE',
  updateMode: 'SILENT',
} as const

/** Days are numbers; what is ticked is told by the words of its choices. */
const numbered = ({ onChange, ...hold }: FieldHold): FieldHold => ({
  ...hold,
  onChange: (chosen) => onChange(Array.isArray(chosen) ? chosen.map(Number) : chosen),
})

interface WhenFieldsProps {
  readonly field: (
    name: 'windowFrom' | 'windowUntil' | 'windowDays' | 'startAt' | 'endAt',
    label: TextKey,
  ) => FieldHold
}

/** In which hours what it gives leaves, and for how long it decides at all. */
const WhenFields = ({ field }: WhenFieldsProps) => (
  <>
    <TimeField {...field('windowFrom', 'orgApk.windowFrom')} />
    <TimeField {...field('windowUntil', 'orgApk.windowUntil')} />
    <ChecksField
      {...numbered(field('windowDays', 'orgApk.windowDays'))}
      options={texts(dayTexts)}
    />
    <MomentField {...field('startAt', 'orgApk.startAt')} />
    <MomentField {...field('endAt', 'orgApk.endAt')} />
  </>
)

interface PolicyFormProps {
  readonly dialog: Dialog<OrgApk>
  /** The application that a new one is about. */
  readonly appId?: string
}

/** Adds and edits a policy; what the rule and the scope have no use for is not asked. */
export function PolicyForm({ dialog, appId }: PolicyFormProps) {
  const asking = useGivesSure()
  return (
    <FormDialog
      of={orgApks}
      dialog={dialog}
      title="orgApk.add"
      start={{ ...start, ...(appId !== undefined && { appId }) }}
      {...asking}
    >
      {(field) => {
        const rule = field('versionRule', 'orgApk.versionRule')
        const scope = field('scopeKind', 'orgApk.scope')
        const updates = texts(updateTexts)
        return (
          <>
            <TextField {...field('name', 'orgApk.name')} />
            <ChoiceField {...field('policy', 'orgApk.policy')} options={texts(policyTexts)} />
            <RecordField {...field('orgId', 'orgApk.organization')} of={organizations} />
            <RecordField {...field('appId', 'orgApk.app')} of={policyApps} />
            <ChoiceField {...scope} options={texts(scopeTexts)} />
            {scope.value === 'GROUP' && (
              <RecordField {...field('groupId', 'orgApk.group')} of={groups} />
            )}
            {scope.value === 'CLASSIFICATION' && (
              <RecordField
                {...field('classificationId', 'orgApk.classification')}
                of={classifications}
              />
            )}
            <ChoiceField {...rule} options={texts(ruleTexts)} />
            {(rule.value === 'FIXED' || rule.value === 'MIN') && (
              <NumberField
                {...field('versionCode', 'orgApk.versionCode')}
                hint={t('orgApk.versionCodeHint')}
              />
            )}
            {rule.value === 'CHANNEL' && (
              <ChoiceField {...field('track', 'orgApk.track')} options={trackTexts()} />
            )}
            <ChoiceField {...field('updateMode', 'orgApk.updateMode')} options={updates} />
            <WhenFields field={field} />
            <CheckField {...field('uninstallWhenLeft', 'orgApk.uninstallWhenLeft')} />
            <LongTextField {...field('remark', 'orgApk.remark')} />
          </>
        )
      }}
    </FormDialog>
  )
}
