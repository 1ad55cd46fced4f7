import type { RunVersions, Support, SupportRule } from '@muster/contract'
import { whyUnsupported } from '@muster/contract'

/** A row of a matrix about one feature. */
export interface Entry extends SupportRule {
  readonly id: string
  readonly modelIds: readonly string[]
}

export interface Wish {
  /** The row that is edited; none: the row that is about just these models is, or a new one is made. */
  readonly id: string | null
  readonly modelIds: readonly string[]
  /** Null: nothing is said of them any more. */
  readonly support: Support | null
  readonly minAgent: string | null
  readonly minFirmware: string | null
}

/** What a model is judged by: of two rows the one that names it. */
export const ruleFor = <E extends Entry>(entries: readonly E[], modelId: string): E | undefined =>
  entries.find(({ modelIds }) => modelIds.includes(modelId)) ??
  entries.find(({ modelIds }) => modelIds.length === 0)

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id))

/** The rows as they would be. */
export function entriesAfter(entries: readonly Entry[], wish: Wish): readonly Entry[] {
  const { id, modelIds, support } = wish
  const edited = entries.find((entry) =>
    id === null ? isSame(entry.modelIds, modelIds) : entry.id === id,
  )
  // A row that is said anew by its cell keeps from which versions on it holds.
  const least = id === null && edited ? edited : wish
  const others = entries.filter((entry) => entry !== edited).flatMap((entry) => rest(entry, wish))
  if (support === null) return others
  const { minAgent, minFirmware } = least
  return [...others, { id: id ?? '', modelIds, support, minAgent, minFirmware }]
}

/** Other rows keep the models that the wish does not name. */
function rest(entry: Entry, { modelIds }: Wish): readonly Entry[] {
  if (entry.modelIds.length === 0) return [entry]
  const kept = entry.modelIds.filter((one) => !modelIds.includes(one))
  return kept.length === 0 ? [] : [{ ...entry, modelIds: kept }]
}

export type Turn = 'GAINS' | 'LOSES'

/** Whether a terminal with these versions gets the feature, or loses it; null: neither. */
export function turnOf(
  before: SupportRule | undefined,
  after: SupportRule | undefined,
  versions: RunVersions,
): Turn | null {
  const [had, has] = [before, after].map((rule) => whyUnsupported(rule, versions) === null)
  if (had === has) return null
  return has ? 'GAINS' : 'LOSES'
}
