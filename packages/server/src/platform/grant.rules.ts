import type { DataScope, ScopePlace, ScopeRule } from './dataScope.ts'

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

const holdsPlace = ({ isEverywhere, places }: ScopeRule, wanted: ScopePlace): boolean =>
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
