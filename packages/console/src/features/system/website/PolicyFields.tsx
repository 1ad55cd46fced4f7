import type { PasswordPolicy, TextKey } from '@muster/contract'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceField, type FieldHold, NumberField } from '../../../ui/form/fields.tsx'
import { ChecksField, FlagField, LinesField } from '../../../ui/form/moreFields.tsx'
import { SettingFields } from '../../../kit/setting/SettingFields.tsx'
import { characterTexts, factorTexts, policyTexts } from './policyTexts.ts'

interface PolicyFieldsProps {
  readonly field: (name: keyof PasswordPolicy, label: TextKey) => FieldHold
}

/** What passwords and sessions must be like. */
export function PolicyFields({ field }: PolicyFieldsProps) {
  const hold = (name: keyof PasswordPolicy) => field(name, policyTexts[name])
  return (
    <>
      <SettingFields title="website.policy.password">
        <NumberField {...hold('min')} />
        <NumberField {...hold('max')} />
        <NumberField {...hold('history')} />
        <NumberField {...hold('expireDays')} />
        <ChecksField {...hold('checked')} options={texts(characterTexts)} />
        <FlagField {...hold('forceFirstChange')} />
      </SettingFields>
      <SettingFields title="website.policy.signIn">
        <NumberField {...hold('maxFail')} />
        <NumberField {...hold('lockMinutes')} />
        <NumberField {...hold('idleMinutes')} />
        <NumberField {...hold('maxSessions')} />
        <ChoiceField {...hold('mfaRequired')} required options={texts(factorTexts)} />
        <LinesField {...hold('ipAllowList')} hint={t('website.policy.ipHint')} />
      </SettingFields>
    </>
  )
}
