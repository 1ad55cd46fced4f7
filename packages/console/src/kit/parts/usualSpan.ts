import { t } from '../../platform/texts.ts'
import type { MomentField } from './MomentFilter.tsx'

type Named = MomentField & { readonly name: string }

/** What an empty field for the beginning of a span says: which days are shown all the same. */
export function usualSpan(
  { name, usualDays: count }: Named,
  moments: readonly Named[],
  filter: Readonly<Record<string, string>>,
): string | undefined {
  if (count === undefined) return undefined
  const end = moments.find((other) => other.name !== name)
  return t(end && filter[end.name] ? 'kit.daysBefore' : 'kit.lastDays', { count })
}
