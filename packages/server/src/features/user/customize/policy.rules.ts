import { characterClasses, type PasswordPolicy } from '@muster/contract'
import { commonNetworks } from '../../../access/network.rules.ts'

const proofs = ['off', 'admins', 'all'] as const

/** The earlier of two ends in days; 0 is never. */
const earlier = (one: number, other: number): number =>
  one === 0 || other === 0 ? one + other : Math.min(one, other)

/** The longer of two locks in minutes; 0 is until somebody unlocks it. */
const longer = (one: number, other: number): number =>
  one === 0 || other === 0 ? 0 : Math.max(one, other)

/**
 * What keeps to both of two policies. The order does not matter but for the longest length, which is
 * no matter of strictness: there the second's holds, unless it would leave no password at all.
 */
export function strictest(above: PasswordPolicy, own: PasswordPolicy): PasswordPolicy {
  const min = Math.max(above.min, own.min)
  return {
    min,
    max: own.max === 0 ? 0 : Math.max(own.max, min),
    checked: characterClasses.filter(
      (one) => above.checked.includes(one) || own.checked.includes(one),
    ),
    history: Math.max(above.history, own.history),
    expireDays: earlier(above.expireDays, own.expireDays),
    maxFail: Math.min(above.maxFail, own.maxFail),
    lockMinutes: longer(above.lockMinutes, own.lockMinutes),
    idleMinutes: Math.min(above.idleMinutes, own.idleMinutes),
    forceFirstChange: above.forceFirstChange || own.forceFirstChange,
    maxSessions: Math.min(above.maxSessions, own.maxSessions),
    ipAllowList: commonNetworks(above.ipAllowList, own.ipAllowList),
    mfaRequired:
      proofs[Math.max(proofs.indexOf(above.mfaRequired), proofs.indexOf(own.mfaRequired))] ?? 'all',
  }
}

/** What strictness is a matter of: all but the longest length. */
const judged = [
  'min',
  'checked',
  'history',
  'expireDays',
  'maxFail',
  'lockMinutes',
  'idleMinutes',
  'forceFirstChange',
  'maxSessions',
  'ipAllowList',
  'mfaRequired',
] as const satisfies readonly (keyof PasswordPolicy)[]

/** The members of a policy that are laxer than what is above asks for; none where it may be kept. */
export function laxerMembers(
  above: PasswordPolicy,
  own: PasswordPolicy,
): readonly (keyof PasswordPolicy)[] {
  const both = strictest(above, own)
  return judged.filter((member) => textOf(both[member]) !== textOf(own[member]))
}

/** Lists say the same in any order. */
const textOf = (value: PasswordPolicy[keyof PasswordPolicy]): string =>
  JSON.stringify(Array.isArray(value) ? [...new Set(value)].sort() : value)
