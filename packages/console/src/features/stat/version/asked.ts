import type { Filter, ReplyOf, versionStat } from '@muster/contract'

export type Matrix = ReplyOf<typeof versionStat.matrix>
export type ModelRow = Matrix['models'][number]
export type Cell = ModelRow['cells'][number]

/** The same, cut to a subtree as the page is. */
export const within = (orgId: string | undefined, filter: Filter): Filter =>
  orgId ? { all: [{ field: 'orgId', op: 'below', values: [orgId] }, filter] } : filter

/** When all terminals of a model will have the target, by the pace of the last days. */
export type Forecast =
  | { readonly is: 'done' | 'still' | 'unknown' | 'none' }
  | { readonly is: 'days'; readonly days: number }

export function forecastOf(
  { target, total, adopted, adoptedBefore }: ModelRow,
  adoptionDays: number,
): Forecast {
  if (target === null) return { is: 'none' }
  const rest = total - adopted
  if (rest <= 0) return { is: 'done' }
  if (adoptedBefore === null) return { is: 'unknown' }
  const perDay = (adopted - adoptedBefore) / adoptionDays
  return perDay <= 0 ? { is: 'still' } : { is: 'days', days: Math.ceil(rest / perDay) }
}
