import type { HeldPolicy, PasswordPolicy } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../kit/queries.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { SettingForm } from '../../../kit/setting/SettingForm.tsx'
import {
  characterTexts,
  factorTexts,
  PolicyFields,
  policyTexts,
} from '../../system/website/index.ts'
import { Inherited } from './Inherited.tsx'
import { ResetPart } from './ResetPart.tsx'
import type { PartProps } from './WebsitePart.tsx'

/** The password policy of a white label, with the floor that those above it set. */
export function PolicyPart<F extends { readonly [K in keyof PasswordPolicy]?: unknown }>({
  of,
  reset,
  ...card
}: PartProps<HeldPolicy, F>) {
  const { data } = useQuery(query(of.get, {}))
  return (
    <SettingForm of={of} intro="customize.policyIntro" {...card}>
      {({ field }) => (
        <>
          {data && <Floor {...data} />}
          <PolicyFields field={field} />
          {data?.isOwn && <ResetPart reset={reset} />}
        </>
      )}
    </SettingForm>
  )
}

function Floor({ above, from }: Pick<HeldPolicy, 'above' | 'from'>) {
  const names = [t('customize.fromPlatform'), ...from].join(t('user.and'))
  const facts = floorOf(above).map(([name, value]) => ({
    key: name,
    label: t(policyTexts[name]),
    value,
  }))
  return (
    <Inherited title="customize.floor" note={t('customize.floorFrom', { names })} facts={facts} />
  )
}

/** Each member of a policy in words, but for the longest length, which is no matter of strictness. */
const floorOf = (policy: PasswordPolicy): readonly (readonly [keyof PasswordPolicy, string])[] => [
  ['min', formatNumber(policy.min)],
  [
    'checked',
    policy.checked.map((one) => t(characterTexts[one])).join(t('user.and')) ||
      t('customize.nothingAsked'),
  ],
  ['history', formatNumber(policy.history)],
  ['expireDays', policy.expireDays === 0 ? t('customize.never') : formatNumber(policy.expireDays)],
  ['forceFirstChange', t(policy.forceFirstChange ? 'kit.yes' : 'kit.no')],
  ['maxFail', formatNumber(policy.maxFail)],
  [
    'lockMinutes',
    policy.lockMinutes === 0 ? t('customize.untilUnlocked') : formatNumber(policy.lockMinutes),
  ],
  ['idleMinutes', formatNumber(policy.idleMinutes)],
  ['maxSessions', formatNumber(policy.maxSessions)],
  ['mfaRequired', t(factorTexts[policy.mfaRequired])],
  ['ipAllowList', policy.ipAllowList.join(', ') || t('customize.anywhere')],
]
