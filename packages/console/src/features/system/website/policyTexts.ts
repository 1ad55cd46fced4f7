import type { CharacterClass, PasswordPolicy, TextKey } from '@muster/contract'

/** What each member of a password policy is called. */
export const policyTexts: Readonly<Record<keyof PasswordPolicy, TextKey>> = {
  min: 'website.policy.min',
  max: 'website.policy.max',
  history: 'website.policy.history',
  expireDays: 'website.policy.expireDays',
  checked: 'website.policy.checked',
  forceFirstChange: 'website.policy.forceFirstChange',
  maxFail: 'website.policy.maxFail',
  lockMinutes: 'website.policy.lockMinutes',
  idleMinutes: 'website.policy.idleMinutes',
  maxSessions: 'website.policy.maxSessions',
  mfaRequired: 'website.policy.mfaRequired',
  ipAllowList: 'website.policy.ipAllowList',
}

export const characterTexts: Readonly<Record<CharacterClass, TextKey>> = {
  upper: 'session.ruleUpper',
  lower: 'session.ruleLower',
  digit: 'session.ruleDigit',
  special: 'session.ruleSpecial',
}

/** Who must have a second factor. */
export const factorTexts = {
  off: 'website.policy.mfaOff',
  admins: 'website.policy.mfaAdmins',
  all: 'website.policy.mfaAll',
} as const
