/** So many days before its end the support of a model is warned of. */
export const supportWarningDays = 180

/** Whether agent and firmware of a vendor do what a feature is about. */
export const supports = ['YES', 'PARTIAL', 'NO'] as const
export type Support = (typeof supports)[number]

/** What a vendor's matrix says of one feature on one model. */
export interface SupportRule {
  readonly support: Support
  readonly minAgent: string | null
  readonly minFirmware: string | null
}

/** What a terminal is known to run; null: it has not told yet. */
export interface RunVersions {
  readonly agentVersion: string | null
  readonly firmware: string | null
}

/** Why a terminal cannot do something; `least` is the version from which it could. */
export type Unsupported =
  | { readonly reason: 'MODEL' }
  | { readonly reason: 'AGENT' | 'FIRMWARE'; readonly least: string }

/** Why a terminal lacks a feature; null: it has it, or nobody knows that it has not. */
export function whyUnsupported(
  rule: SupportRule | undefined,
  { agentVersion, firmware }: RunVersions,
): Unsupported | null {
  if (!rule) return null
  if (rule.support === 'NO') return { reason: 'MODEL' }
  if (isOlderThan(agentVersion, rule.minAgent)) return { reason: 'AGENT', least: rule.minAgent }
  if (isOlderThan(firmware, rule.minFirmware))
    return { reason: 'FIRMWARE', least: rule.minFirmware }
  return null
}

/** Whether a version is known and older than the least that is asked for. */
function isOlderThan(version: string | null, least: string | null): least is string {
  if (version === null || least === null) return false
  const order = compareVersions(version, least)
  return order !== null && order < 0
}

/**
 * The order of two versions by their numbers; null where one has none. Of `aurora-a8-2.3.1` the
 * numbers with points between them count, of `patch-2026-04-01` those of the day.
 */
export function compareVersions(one: string, other: string): number | null {
  const [left, right] = [numbersOf(one), numbersOf(other)]
  return left && right ? compareNumbers(left, right) : null
}

function compareNumbers(left: readonly bigint[], right: readonly bigint[]): number {
  for (let place = 0; place < Math.max(left.length, right.length); place++) {
    const [mine = 0n, yours = 0n] = [left[place], right[place]]
    if (mine !== yours) return mine < yours ? -1 : 1
  }
  return 0
}

/** A day or a month, else a number; each with what follows it after points. As version_key() of the database. */
const runs =
  /(?:(?<![0-9])(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?(?![0-9])|[0-9]+)(?:\.[0-9]+)*/g

/** The numbers of a version that tell its order, of any length: a build may be called by a whole moment. Null: it has none. */
function numbersOf(version: string): readonly bigint[] | null {
  const found = version.match(runs) ?? []
  const run =
    found.find((text) => text.includes('.')) ??
    found.find((text) => text.includes('-')) ??
    found.at(-1)
  return run === undefined ? null : run.split(/[.-]/).map(BigInt)
}
