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

/** States that are looked at: far more than sensible versions come to. */
const mostStates = 20_000

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
  const useful = usefulFor(versions, kind)
  const seen = new Set([keyOf(running)])
  let ways: readonly Way[] = [{ running, steps: [], bytes: 0 }]
  while (ways.length > 0 && seen.size < mostStates) {
    const next = new Map<string, Way>()
    for (const way of ways) for (const version of useful) extend(way, version, { seen, next })
    const arrived = [...next.values()]
      .filter((way) => way.running[kind] === to)
      .toSorted((one, other) => one.bytes - other.bytes)
    if (arrived[0]) return arrived[0].steps
    for (const key of next.keys()) seen.add(key)
    ways = [...next.values()]
  }
  return null
}

interface Round {
  readonly seen: ReadonlySet<string>
  readonly next: Map<string, Way>
}

/** Goes one step on, where that leads to something new or to the same with fewer bytes. */
function extend(way: Way, version: PathVersion, { seen, next }: Round): void {
  if (!mayStep(version, way.running)) return
  const running = after(way.running, version)
  const key = keyOf(running)
  const bytes = way.bytes + version.bytes
  if (seen.has(key) || (next.get(key)?.bytes ?? Infinity) <= bytes) return
  next.set(key, { running, steps: [...way.steps, version], bytes })
}

/** Versions of the part, and of those that anything on the way may need. */
function usefulFor(versions: readonly PathVersion[], kind: UpgradePart): readonly PathVersion[] {
  const kinds = new Set<UpgradePart>([kind])
  for (let before = 0; before !== kinds.size; ) {
    before = kinds.size
    for (const version of versions)
      if (kinds.has(version.kind)) {
        if (version.minAgent !== null) kinds.add('AGENT')
        for (const need of version.needs) kinds.add(need.kind)
      }
  }
  return versions.filter((version) => kinds.has(version.kind))
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
