import { type ConsistencyRule, consistencyRules, organizations, policyApps } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceField, LongTextField, TextField } from '../../../ui/form/fields.tsx'
import { LinesField } from '../../../ui/form/moreFields.tsx'
import { PidField } from '../dict/PidField.tsx'
import { factTexts, kindTexts, severityTexts } from './ruleTexts.ts'

/** Adds and edits a rule; what its kind does not ask for is not shown. */
export function RuleForm({ dialog }: { readonly dialog: Dialog<ConsistencyRule> }) {
  return (
    <FormDialog
      of={consistencyRules}
      dialog={dialog}
      title="paramRule.add"
      start={{ kind: 'UNIQUE', severity: 'REFUSE' }}
    >
      {(field) => {
        const { value: kind } = field('kind', 'paramRule.kind')
        return (
          <>
            <TextField {...field('name', 'paramRule.name')} />
            <RecordField {...field('orgId', 'paramRule.orgBelow')} of={organizations} />
            <ChoiceField {...field('kind', 'paramRule.kind')} options={texts(kindTexts)} />
            <ChoiceField
              {...field('severity', 'paramRule.severity')}
              options={texts(severityTexts)}
            />
            {kind === 'ONE_EACH' && <PidField {...field('byPid', 'paramRule.byPid')} required />}
            <PidField {...field('pid', 'paramRule.pid')} />
            {kind === 'FITS' && (
              <ChoiceField
                {...field('fact', 'paramRule.fact')}
                required
                options={texts(factTexts)}
              />
            )}
            {kind === 'FITS' && (
              <LinesField
                {...field('allowed', 'paramRule.allowedPairs')}
                hint={t('paramRule.allowedPairsHint')}
              />
            )}
            {kind === 'AMONG' && (
              <LinesField
                {...field('allowed', 'paramRule.allowed')}
                required
                hint={t('paramRule.allowedHint')}
              />
            )}
            <RecordField {...field('appId', 'paramRule.appAll')} of={policyApps} />
            <LongTextField {...field('remark', 'paramRule.remark')} rows={2} />
          </>
        )
      }}
    </FormDialog>
  )
}
