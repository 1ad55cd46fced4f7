import {
  apkTracks,
  classifications,
  groups,
  type OrgApk,
  orgApks,
  organizations,
  policyApps,
} from '@muster/contract'
import { MomentField } from '../../../kit/dates/fields.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { t, texts } from '../../../platform/texts.ts'
import {
  CheckField,
  ChoiceField,
  LongTextField,
  NumberField,
  TextField,
} from '../../../ui/form/fields.tsx'
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
            <MomentField {...field('startAt', 'orgApk.startAt')} />
            <MomentField {...field('endAt', 'orgApk.endAt')} />
            <CheckField {...field('uninstallWhenLeft', 'orgApk.uninstallWhenLeft')} />
            <LongTextField {...field('remark', 'orgApk.remark')} />
          </>
        )
      }}
    </FormDialog>
  )
}
