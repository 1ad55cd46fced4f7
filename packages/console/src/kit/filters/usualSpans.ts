import { t } from '../../platform/texts.ts'
import type { FilterFields, MomentField } from './filterFields.ts'

/** What the beginnings say that nobody has chosen, but that hold all the same: "Last 7 days". */
export function usualSpans(
  fields: FilterFields,
  filter: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const moments = Object.entries(fields).filter((entry): entry is [string, MomentField] => {
    const [, field] = entry
    return typeof field !== 'string' && 'kind' in field
  })
  return new Map(
    moments.flatMap(([name, { usualDays: count }]) => {
      if (count === undefined || filter[name]) return []
      const end = moments.find(([other]) => other !== name)
      return [[name, t(end && filter[end[0]] ? 'kit.daysBefore' : 'kit.lastDays', { count })]]
    }),
  )
}
