import { isNetwork, type PasswordPolicy, type TextKey } from '@muster/contract'

interface WrongPart {
  readonly field: keyof PasswordPolicy
  readonly key: TextKey
}

/** What the schema cannot say: lengths that fit together, addresses that exist. */
export function wrongPart(policy: PasswordPolicy): WrongPart | null {
  const { min, max, ipAllowList } = policy
  if (max !== 0 && max < min) return { field: 'max', key: 'rule.maxBelowMin' }
  if (!ipAllowList.every(isNetwork)) return { field: 'ipAllowList', key: 'rule.network' }
  return null
}
