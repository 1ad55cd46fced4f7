import { groups, type LogRule, logRules, organizations } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { t, texts } from '../../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  LongTextField,
  NumberField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { ChecksField } from '../../../ui/form/moreFields.tsx'
import { alarmKindTexts } from '../../alarm/index.ts'
import { logTexts } from '../../device/index.ts'
import classes from '../logs.module.css'
import { conditionTexts } from './logFileTexts.ts'

/** Adds and edits a rule. */
export function LogRuleForm({ dialog }: { readonly dialog: Dialog<LogRule> }) {
  return (
    <FormDialog of={logRules} dialog={dialog} title="logRule.add">
      {(field) => {
        const { value: condition } = field('condition', 'logRule.condition')
        return (
          <>
            <TextField {...field('name', 'logRule.name')} />
            <RecordField {...field('orgId', 'device.organization')} of={organizations} />
            <RecordField {...field('groupId', 'logRule.group')} of={groups} />
            <ChoiceField
              {...field('condition', 'logRule.condition')}
              options={texts(conditionTexts)}
            />
            {condition === 'ALARM' && (
              <ChecksField
                {...field('alarmKinds', 'logRule.alarmKinds')}
                options={texts(alarmKindTexts)}
              />
            )}
            {condition === 'CRASH' && <CodeField {...field('package', 'logRule.package')} />}
            {condition === 'TASK' && <p className={classes.hint}>{t('logRule.taskHint')}</p>}
            <ChecksField {...field('types', 'device.arg.types')} options={texts(logTexts)} />
            <NumberField {...field('maxMb', 'device.arg.maxMB')} />
            <NumberField
              {...field('cooldownHours', 'logRule.cooldown')}
              hint={t('logRule.cooldownHint')}
            />
            <LongTextField {...field('remark', 'logRule.remark')} />
          </>
        )
      }}
    </FormDialog>
  )
}
