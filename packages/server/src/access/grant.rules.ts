import type { DataScope, ScopePlace, ScopeRule } from './dataScope.ts'
import { isWithinAny } from './network.rules.ts'

/** Whether whoever sees a scope may give another one to somebody: nobody gives more than he has. */
export const coversScope = (held: DataScope, wanted: DataScope): boolean =>
  held.all || (!wanted.all && wanted.rules.every((rule) => coversRule(held, rule)))

/** Whether a scope holds all that a rule lets through. What somebody makes himself is his anyway. */
export function coversRule(held: DataScope, wanted: ScopeRule): boolean {
  if (held.all) return true
  const wide = held.rules.filter((rule) => filtersNoMore(rule, wanted))
  if (wanted.isEverywhere) return wide.some(({ isEverywhere }) => isEverywhere)
  return wanted.places.every((place) => wide.some((rule) => holdsPlace(rule, place)))
}

const filtersNoMore = (held: ScopeRule, wanted: ScopeRule): boolean =>
  isPartOf(wanted.vendorIds, held.vendorIds) && isPartOf(wanted.modelIds, held.modelIds)

/** None named means any, which is more than some. */
function isPartOf(wanted: readonly string[], held: readonly string[]): boolean {
  if (held.length === 0) return true
  return wanted.length > 0 && wanted.every((id) => held.includes(id))
}

/** Whether a rule lets a place through, whatever it filters. */
export const holdsPlace = (
  { isEverywhere, places }: Pick<ScopeRule, 'isEverywhere' | 'places'>,
  wanted: ScopePlace,
): boolean =>
  isEverywhere ||
  places.some((place) =>
    place.withBelow
      ? `${wanted.path}.`.startsWith(`${place.path}.`)
      : place.id === wanted.id && !wanted.withBelow,
  )

/** Of some rights those that a caller does not hold. */
export const missingRights = (
  held: ReadonlySet<string>,
  wanted: Iterable<string>,
): readonly string[] => [...wanted].filter((code) => !held.has(code))

/** What is compared when one may look or act as another. */
interface Held {
  readonly permissions: ReadonlySet<string>
  readonly scope: DataScope
}

/** Whether somebody may do or see what another may not. */
export const holdsMore = (one: Held, other: Held): boolean =>
  missingRights(other.permissions, one.permissions).length > 0 ||
  !coversScope(other.scope, one.scope)

/** What somebody may do and see, from where, and from when until when. */
export interface Standing extends Held {
  readonly isSuperAdmin: boolean
  /** The vendor whose things alone he sees. */
  readonly vendorId: string | null
  readonly validFrom: string | null
  /** The ends that are set for him: his own, and those of his organisation and above it. */
  readonly ends: readonly string[]
  /** Lists of networks, each of which he must come from. */
  readonly networks: readonly (readonly string[])[]
  /** Calls within ten minutes, where that is his own limit. */
  readonly rate: number | null
}

/** Whether somebody stands wider after a change than before it: nobody lifts his own limits. */
export function standsWider(before: Standing, after: Standing): boolean {
  if (after.isSuperAdmin && !before.isSuperAdmin) return true
  const isFree = before.isSuperAdmin
  return (
    (!isFree && holdsMore(after, before)) ||
    (before.vendorId !== null && after.vendorId !== before.vendorId) ||
    isEarlier(after.validFrom, before.validFrom) ||
    !areEndsKept(before.ends, after.ends) ||
    (!isFree && !before.networks.every((limit) => isKept(limit, after.networks))) ||
    (before.rate !== null && (after.rate === null || after.rate > before.rate))
  )
}

const isEarlier = (one: string | null, other: string | null): boolean =>
  other !== null && (one === null || Date.parse(one) < Date.parse(other))

/**
 * Whether each end is still there, or one as early in its place. The first alone does not tell: an
 * end that an earlier one hides counts again as soon as somebody moves that one.
 */
function areEndsKept(before: readonly string[], after: readonly string[]): boolean {
  const inOrder = (ends: readonly string[]) =>
    ends.map((end) => Date.parse(end)).toSorted((one, other) => one - other)
  const kept = inOrder(after)
  return inOrder(before).every((end, place) => (kept[place] ?? Infinity) <= end)
}

/** Whether one of some lists lets nothing through that another one does not. */
const isKept = (limit: readonly string[], lists: readonly (readonly string[])[]): boolean =>
  lists.some((list) => list.every((network) => isWithinAny(network, limit)))

/**
 * Whether an organisation that goes from one path to another comes under a rule that lets more of it
 * through than those that it was under: what lies in it would be seen, or seen unfiltered.
 */
export function seesMoreAt(
  held: DataScope,
  { id, from, to }: { readonly id: string; readonly from: string; readonly to: string },
): boolean {
  const isUnder = ({ isEverywhere, places }: ScopeRule) =>
    !isEverywhere && holdsPlace({ isEverywhere, places }, { id: '', path: to, withBelow: true })
  const places = [{ id, path: from, withBelow: true }]
  return held.rules.filter(isUnder).some((rule) => !coversRule(held, { ...rule, places }))
}
