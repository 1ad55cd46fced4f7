import type {
  AppPolicy,
  AppStanding,
  OverruledBecause,
  PolicyScope,
  TextKey,
  VersionRule,
} from '@muster/contract'

interface Versions {
  readonly orgId: string
  readonly versionRule: VersionRule
  readonly versionCode: number | null
  readonly track: string | null
}

/** A policy that speaks of a terminal; what ranks higher is nearer to it. */
export interface Speaking extends Versions {
  readonly id: string
  readonly policy: AppPolicy
  readonly scopeKind: PolicyScope
  readonly rank: number
}

export interface Decision<S extends Speaking> {
  readonly decides: S
  readonly overruled: readonly (S & { readonly because: OverruledBecause })[]
}

const strength: Readonly<Record<AppPolicy, number>> = {
  ALLOWED: 0,
  HIDDEN: 1,
  MANDATORY: 2,
  PROHIBITED: 3,
}

/** What stands above a nearer policy unless that is as strict. */
const isBinding = (policy: AppPolicy): boolean => strength[policy] >= strength.MANDATORY

const trackOf = ({ track }: Versions): string => track ?? 'PRODUCTION'

/** Whether a version rule lets terminals have older versions, or none; is_looser_version in the database says the same. */
function isLooserVersion(above: Versions, own: Versions): boolean {
  const isOwn = own.orgId === above.orgId
  if (above.versionRule === 'FIXED')
    return own.versionRule !== 'FIXED' || own.versionCode !== above.versionCode
  if (above.versionRule === 'MIN')
    return own.versionCode === null
      ? !isOwn && trackOf(own) !== 'PRODUCTION'
      : own.versionCode < (above.versionCode ?? 0)
  return !isOwn && (isCoded(own.versionRule) || trackOf(own) !== trackOf(above))
}

/** Whether a policy is looser in its versions than what is mandatory for all below, of those that speak with it. */
const isEmptying = (own: Speaking, speaking: readonly Speaking[]): boolean =>
  own.policy === 'MANDATORY' &&
  speaking.some(
    (above) =>
      above.policy === 'MANDATORY' &&
      above.scopeKind === 'SUBTREE' &&
      above.rank < own.rank &&
      isLooserVersion(above, own),
  )

/**
 * Which of the policies about one application decides: from the farthest to the nearest each takes the
 * place of the one before, but none loosens what is mandatory or prohibited, nor the versions of what is
 * mandatory for all below. The view org_apk_effective says the same for many terminals.
 */
export function decide<S extends Speaking>(speaking: readonly S[]): Decision<S> | null {
  const fromFar = speaking.toSorted(
    (one, other) =>
      one.rank - other.rank ||
      strength[one.policy] - strength[other.policy] ||
      (one.id < other.id ? -1 : 1),
  )
  const [first, ...nearer] = fromFar.filter((one) => !isEmptying(one, fromFar))
  if (!first) return null
  const decides = nearer.reduce(
    (held, next) =>
      isBinding(held.policy) && strength[next.policy] < strength[held.policy] ? held : next,
    first,
  )
  const overruled = fromFar
    .filter((one) => one !== decides)
    .map((one) => ({ ...one, because: becauseOf(one, decides) }))
  return { decides, overruled: overruled.toReversed() }
}

function becauseOf(one: Speaking, decides: Speaking): OverruledBecause {
  if (one.rank === decides.rank) return 'WEAKER'
  return one.rank > decides.rank ? 'LOOSER' : 'FARTHER'
}

/** What a policy asks for, and what a terminal has. */
export interface Asked {
  readonly policy: AppPolicy
  readonly versionRule: VersionRule
  /** Of MIN: the lowest code that will do. */
  readonly lowest: number | null
  /** The code that is wanted now; null: no version can be had. */
  readonly wanted: number | null
  /** Null: it is not installed. */
  readonly installed: number | null
  /** Whether the version that is wanted is made for it. */
  readonly fits: boolean
}

/** How a terminal stands to a policy; app_standing in the database says the same. */
export function standingOf(asked: Asked): AppStanding {
  const standing = installedStanding(asked)
  return !asked.fits && (standing === 'MISSING' || standing === 'OUTDATED') ? 'UNFIT' : standing
}

function installedStanding(asked: Asked): AppStanding {
  const { policy, versionRule, lowest, wanted, installed } = asked
  if (policy === 'PROHIBITED') return installed === null ? 'OK' : 'FORBIDDEN'
  if (installed === null) return policy === 'MANDATORY' ? 'MISSING' : 'OK'
  if (versionRule === 'MIN') return installed < (lowest ?? 0) ? 'OUTDATED' : 'OK'
  if (wanted === null) return 'OK'
  if (versionRule === 'FIXED') return installed === wanted ? 'OK' : 'OUTDATED'
  return policy === 'MANDATORY' && installed < wanted ? 'OUTDATED' : 'OK'
}

interface Wanted {
  readonly versionRule: VersionRule
  readonly versionCode: number | null
  readonly track: string | null
  readonly scopeKind: PolicyScope
  readonly groupId: string | null
  readonly classificationId: string | null
}

interface PolicyForm extends Wanted {
  readonly startAt: string | null
  readonly endAt: string | null
  readonly windowFrom: string | null
  readonly windowUntil: string | null
}

/** What a form lacks, by its field; null: nothing. */
export function faultOfPolicy(form: PolicyForm): { field: string; says: TextKey } | null {
  const { versionRule, scopeKind, startAt, endAt } = form
  const required = (field: string) => ({ field, says: 'rule.required' }) as const
  if (isCoded(versionRule) && form.versionCode === null) return required('versionCode')
  if (versionRule === 'CHANNEL' && form.track === null) return required('track')
  if (scopeKind === 'GROUP' && form.groupId === null) return required('groupId')
  if (scopeKind === 'CLASSIFICATION' && form.classificationId === null)
    return required('classificationId')
  if (startAt !== null && endAt !== null && Date.parse(endAt) <= Date.parse(startAt))
    return { field: 'endAt', says: 'banner.endsEarly' }
  return faultOfHours(form)
}

function faultOfHours({ windowFrom, windowUntil }: PolicyForm) {
  if (windowFrom === null && windowUntil === null) return null
  if (windowFrom === null) return { field: 'windowFrom', says: 'rule.required' } as const
  if (windowUntil === null) return { field: 'windowUntil', says: 'rule.required' } as const
  return windowFrom === windowUntil
    ? ({ field: 'windowUntil', says: 'push.emptyWindow' } as const)
    : null
}

const isCoded = (rule: VersionRule): boolean => rule === 'FIXED' || rule === 'MIN'

/** What the rule and the scope of a policy have no use for is not kept. */
export const tidied = <F extends Wanted>(form: F): F => ({
  ...form,
  versionCode: isCoded(form.versionRule) ? form.versionCode : null,
  track: form.versionRule === 'CHANNEL' ? form.track : null,
  groupId: form.scopeKind === 'GROUP' ? form.groupId : null,
  classificationId: form.scopeKind === 'CLASSIFICATION' ? form.classificationId : null,
})
