import type { CharacterClass, PasswordPolicy, TextKey } from '@muster/contract'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceField, type FieldHold, NumberField } from '../../../ui/form/fields.tsx'
import { ChecksField, FlagField, LinesField } from '../../../ui/form/moreFields.tsx'
import { SettingFields } from '../setting/index.ts'

const classTexts: Readonly<Record<CharacterClass, TextKey>> = {
  upper: 'session.ruleUpper',
  lower: 'session.ruleLower',
  digit: 'session.ruleDigit',
  special: 'session.ruleSpecial',
}

const factorTexts = {
  off: 'website.policy.mfaOff',
  admins: 'website.policy.mfaAdmins',
  all: 'website.policy.mfaAll',
} as const

interface PolicyFieldsProps {
  readonly field: (name: keyof PasswordPolicy, label: TextKey) => FieldHold
}

/** What passwords and sessions must be like. */
export function PolicyFields({ field }: PolicyFieldsProps) {
  return (
    <>
      <SettingFields title="website.policy.password">
        <NumberField {...field('min', 'website.policy.min')} />
        <NumberField {...field('max', 'website.policy.max')} />
        <NumberField {...field('history', 'website.policy.history')} />
        <NumberField {...field('expireDays', 'website.policy.expireDays')} />
        <ChecksField {...field('checked', 'website.policy.checked')} options={texts(classTexts)} />
        <FlagField {...field('forceFirstChange', 'website.policy.forceFirstChange')} />
      </SettingFields>
      <SettingFields title="website.policy.signIn">
        <NumberField {...field('maxFail', 'website.policy.maxFail')} />
        <NumberField {...field('lockMinutes', 'website.policy.lockMinutes')} />
        <NumberField {...field('idleMinutes', 'website.policy.idleMinutes')} />
        <NumberField {...field('maxSessions', 'website.policy.maxSessions')} />
        <ChoiceField
          {...field('mfaRequired', 'website.policy.mfaRequired')}
          required
          options={texts(factorTexts)}
        />
        <LinesField
          {...field('ipAllowList', 'website.policy.ipAllowList')}
          hint={t('website.policy.ipHint')}
        />
      </SettingFields>
    </>
  )
}
