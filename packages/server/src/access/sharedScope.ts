import { type DataScope, type ScopePlace, type ScopeRule, scopeOf } from './dataScope.ts'
import { holdsPlace } from './grant.rules.ts'

/**
 * What two scopes both let through. Never more; less only where a rule about what one makes himself
 * crosses one about organisations, since no rule says "in there and his own".
 */
export function sharedScope(one: DataScope, other: DataScope): DataScope {
  if (one.all || JSON.stringify(one) === JSON.stringify(other)) return other
  if (other.all) return one
  return scopeOf(one.rules.flatMap((rule) => other.rules.flatMap((second) => shared(rule, second))))
}

/** Whether a scope lets nothing through, whoever has it. */
export const isNothing = ({ all, rules }: DataScope): boolean => !all && rules.length === 0

function shared(one: ScopeRule, other: ScopeRule): readonly ScopeRule[] {
  const vendorIds = sharedIds(one.vendorIds, other.vendorIds)
  const modelIds = sharedIds(one.modelIds, other.modelIds)
  if (!vendorIds || !modelIds) return []
  const isEverywhere = one.isEverywhere && other.isEverywhere
  const isOwn = letsOwn(one) && letsOwn(other) && !isEverywhere
  const places = isEverywhere ? [] : sharedPlaces(one, other)
  if (!isEverywhere && !isOwn && places.length === 0) return []
  return [{ isEverywhere, places, isOwn, vendorIds, modelIds }]
}

const letsOwn = ({ isOwn, isEverywhere }: ScopeRule): boolean => isOwn || isEverywhere

/** None named means any; null: they have nothing in common. */
function sharedIds(one: readonly string[], other: readonly string[]): readonly string[] | null {
  if (one.length === 0) return other
  if (other.length === 0) return one
  const both = one.filter((id) => other.includes(id))
  return both.length > 0 ? both : null
}

function sharedPlaces(one: ScopeRule, other: ScopeRule): readonly ScopePlace[] {
  const places = [
    ...one.places.filter((place) => holdsPlace(other, place)),
    ...other.places.filter((place) => holdsPlace(one, place)),
  ]
  return [...new Map(places.map((place) => [`${place.id} ${place.withBelow}`, place])).values()]
}
