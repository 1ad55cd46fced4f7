import {
  compareVersions,
  type UpgradePart,
  type VersionNeed,
  type VersionStep,
} from '@muster/contract'

/** A version as far as ways are made of it. */
export interface PathVersion {
  readonly id: string
  readonly kind: UpgradePart
  readonly name: string
  readonly versionName: string
  readonly isDiff: boolean
  readonly fromVersions: readonly string[]
  readonly forbiddenFrom: readonly string[]
  readonly minAgent: string | null
  readonly needs: readonly VersionNeed[]
  readonly bytes: number
}

/** What each part of a terminal is at; a part that is not named is not known. */
export type Running = Readonly<Partial<Record<UpgradePart, string>>>

export interface Wanted {
  readonly running: Running
  readonly kind: UpgradePart
  /** The version to come to. */
  readonly to: string
}

/**
 * What one search may cost, in versions that are looked at; a step on costs as much as {@link stepCost} of them. Far more
 * than sensible versions come to, and done in some tenths of a second: who looks for a way holds up everybody.
 */
const mostWork = 200_000
const stepCost = 10

/** Whether a version is at least another one; what nobody knows is not. */
const isAtLeast = (one: string | undefined, least: string): boolean =>
  one !== undefined && (one === least || (compareVersions(one, least) ?? -1) >= 0)

/** Whether a terminal may be brought a version from where it is. */
export function mayStep(version: PathVersion, running: Running): boolean {
  const now = running[version.kind]
  if (version.isDiff && (now === undefined || !version.fromVersions.includes(now))) return false
  if (now !== undefined) {
    if (now === version.versionName || version.forbiddenFrom.includes(now)) return false
    // No way leads back.
    if ((compareVersions(version.versionName, now) ?? 0) < 0) return false
  }
  // As with a push: what an agent does not tell stands in nobody's way.
  const { AGENT: agent } = running
  if (version.minAgent !== null && agent !== undefined && !isAtLeast(agent, version.minAgent))
    return false
  return version.needs.every(({ kind, version: least }) => isAtLeast(running[kind], least))
}

const after = (running: Running, { kind, versionName }: PathVersion): Running => ({
  ...running,
  [kind]: versionName,
})

const keyOf = (running: Running): string =>
  JSON.stringify(
    Object.entries(running)
      .map(([kind, version]) => `${kind} ${version}`)
      .toSorted(),
  )

interface Way {
  readonly running: Running
  readonly steps: readonly PathVersion[]
  readonly bytes: number
}

/**
 * The way with the fewest steps from what a terminal runs to a version, and of those the one with the
 * fewest bytes; other parts are brought first where a version needs them. Null: there is none.
 */
export function shortestPath(
  versions: readonly PathVersion[],
  { running, kind, to }: Wanted,
): readonly PathVersion[] | null {
  if (running[kind] === to) return []
  const useful = usefulFor(versions, { kind, to })
  const isLast = (version: PathVersion) => version.kind === kind && version.versionName === to
  const last = useful.filter(isLast)
  const before = useful.filter((version) => !isLast(version))
  const round: Round = { useful, before, last, kind, seen: new Set([keyOf(running)]), work: 0 }
  let ways: readonly Way[] = last.length > 0 ? [{ running, steps: [], bytes: 0 }] : []
  while (ways.length > 0) {
    const arrived = arrive(ways, round)
    if (arrived) return arrived.steps
    const next = new Map<string, Way>()
    for (const way of ways) {
      if (round.work > mostWork) return null
      extend(way, round, next)
    }
    for (const key of next.keys()) round.seen.add(key)
    ways = [...next.values()]
  }
  return null
}

interface Round extends Pick<Wanted, 'kind'> {
  readonly useful: readonly PathVersion[]
  /** The version wanted, whole and as what differs from others. */
  readonly last: readonly PathVersion[]
  /** All others of them. */
  readonly before: readonly PathVersion[]
  readonly seen: Set<string>
  work: number
}

/** The way with the fewest bytes of those that are there with one step more. */
function arrive(ways: readonly Way[], round: Round): Way | undefined {
  const { last } = round
  round.work += ways.length * last.length
  return ways
    .flatMap((way) => last.flatMap((one) => (mayStep(one, way.running) ? [stepOn(way, one)] : [])))
    .toSorted((one, other) => one.bytes - other.bytes)[0]
}

/** Goes one step on, where that leads to something new or to the same with fewer bytes. */
function extend(way: Way, round: Round, next: Map<string, Way>): void {
  const { useful, before, kind, seen } = round
  const missing = missingFor(useful, kind, way.running)
  round.work += before.length
  for (const version of before) {
    if (!missing.has(version.kind) || !mayStep(version, way.running)) continue
    round.work += stepCost
    const further = stepOn(way, version)
    const key = keyOf(further.running)
    if (seen.has(key) || (next.get(key)?.bytes ?? Infinity) <= further.bytes) continue
    next.set(key, further)
  }
}

const stepOn = (way: Way, version: PathVersion): Way => ({
  running: after(way.running, version),
  steps: [...way.steps, version],
  bytes: way.bytes + version.bytes,
})

/** The part, and others as far as anything that may still come lacks them: what all of it has leads nowhere. */
function missingFor(
  versions: readonly PathVersion[],
  kind: UpgradePart,
  running: Running,
): ReadonlySet<UpgradePart> {
  const { AGENT: agent } = running
  return closureOf(versions, kind, ({ minAgent, needs }) => [
    ...(minAgent !== null && agent !== undefined && !isAtLeast(agent, minAgent)
      ? (['AGENT'] as const)
      : []),
    ...needs
      .filter((need) => !isAtLeast(running[need.kind], need.version))
      .map((need) => need.kind),
  ])
}

/** A part with those that its versions need, and those that theirs do. */
function closureOf(
  versions: readonly PathVersion[],
  kind: UpgradePart,
  needsOf: (version: PathVersion) => readonly UpgradePart[],
): ReadonlySet<UpgradePart> {
  const kinds = new Set([kind])
  // What is added while it goes is come to as well.
  for (const part of kinds)
    for (const version of versions)
      if (version.kind === part) for (const needed of needsOf(version)) kinds.add(needed)
  return kinds
}

/** Versions of the part that are not beyond the one wanted, and of those that anything on the way may need. */
function usefulFor(
  versions: readonly PathVersion[],
  { kind, to }: Pick<Wanted, 'kind' | 'to'>,
): readonly PathVersion[] {
  // No way leads back.
  const within = versions.filter(
    (version) => version.kind !== kind || (compareVersions(version.versionName, to) ?? 0) <= 0,
  )
  const kinds = closureOf(within, kind, ({ minAgent, needs }) => [
    ...(minAgent === null ? [] : (['AGENT'] as const)),
    ...needs.map((need) => need.kind),
  ])
  return within.filter((version) => kinds.has(version.kind))
}

/** A way as it is told, each step with what is there before it. */
export function stepsOf(steps: readonly PathVersion[], running: Running): VersionStep[] {
  let now = running
  return steps.map((step) => {
    const { id, kind, name, versionName, isDiff, bytes } = step
    const from = now[kind] ?? null
    now = after(now, step)
    return { id, kind, name, from, versionName, isDiff, bytes }
  })
}

/** The newest of some versions; null: there are none. */
export function newestOf(versions: readonly PathVersion[]): string | null {
  const [first, ...others] = versions.map(({ versionName }) => versionName)
  if (first === undefined) return null
  return others.reduce((best, one) => ((compareVersions(one, best) ?? 0) > 0 ? one : best), first)
}
