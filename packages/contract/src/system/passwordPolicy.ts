import * as z from 'zod/mini'
import { proved } from '../core/call.ts'
import { network } from '../core/fields.ts'
import { setting, type SettingValue } from '../core/setting.ts'
import { lazy, once } from '../core/once.ts'

/** Classes of characters a rule may ask for, in the order they are named. */
export const characterClasses = ['upper', 'lower', 'digit', 'special'] as const
export type CharacterClass = (typeof characterClasses)[number]

const between = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max))

/**
 * What passwords and sessions must be like. The defaults follow NIST SP 800-63B: length counts,
 * classes do not, and nothing expires by itself.
 */
export const passwordPolicySchema = once(() =>
  z.object({
    min: z._default(between(6, 32), 12),
    /** 0: no longest length of its own. */
    max: z._default(z.union([z.literal(0), between(6, 64)]), 64),
    checked: z._default(z.array(z.enum(characterClasses)).check(z.maxLength(4)), []),
    /** How many passwords before this one may not come again. */
    history: z._default(between(0, 24), 5),
    /** 0: never. */
    expireDays: z._default(between(0, 365), 0),
    /** Failures in a row before an account is locked. */
    maxFail: z._default(between(3, 10), 10),
    /** 0: until somebody unlocks it. */
    lockMinutes: z._default(between(0, 1440), 30),
    idleMinutes: z._default(between(5, 240), 15),
    /** Whether a password that somebody else has set must be changed at the first sign-in. */
    forceFirstChange: z._default(z.boolean(), true),
    /** Sessions of one user at a time; a further one ends the oldest. */
    maxSessions: z._default(between(1, 10), 10),
    /** Where people may sign in from; empty: anywhere. */
    ipAllowList: z._default(z.array(network()).check(z.maxLength(100)), []),
    /** Who must have a second factor. */
    mfaRequired: z._default(z.enum(['off', 'admins', 'all']), 'off'),
  }),
)

const calls = setting('/admin/system/v1/pwd/config', 'PWD_POLICY', passwordPolicySchema)

/** The password policy; everybody reads its rule in words by `site.passwordRule`. */
export const passwordPolicy = { ...calls, save: proved(calls.save), reset: proved(calls.reset) }
export type PasswordPolicy = SettingValue<typeof passwordPolicy>

/** Ready-made policies: the defaults, and what PCI DSS 4.0.1 asks for in 8.2.8 and 8.3. */
export const policyPresets = lazy<Readonly<Record<'default' | 'pci', PasswordPolicy>>>({
  default: () => passwordPolicySchema().parse({}),
  pci: () =>
    passwordPolicySchema().parse({
      min: 12,
      checked: ['lower', 'digit'],
      history: 4,
      expireDays: 90,
      maxFail: 10,
      lockMinutes: 30,
      idleMinutes: 15,
      forceFirstChange: true,
      mfaRequired: 'all',
    }),
})
