import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ticksPerSecond = 100

/** The postmaster of the cluster in a data folder. */
export function postmasterOf(folder: string): number {
  for (const place of readdirSync(folder)) {
    const file = readQuietly(join(folder, place, 'postmaster.pid'))
    if (file) return Number.parseInt(file, 10)
  }
  return 0
}

/** CPU seconds. */
export interface Cpu {
  readonly all: number
  /** Those of them that were spent in the system: on sockets, files and waiting. */
  readonly kernel: number
}

/**
 * What processes and their children have used; null where the system does not tell. Where neighbours
 * take turns on the same cores, work per piece says more than pieces per second.
 */
export function cpuOf(parents: readonly number[]): Cpu | null {
  if (process.platform !== 'linux') return null
  let [user, kernel] = [0, 0]
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const fields =
      readQuietly(join('/proc', entry, 'stat'))
        ?.replace(/^.*\) /, '')
        .split(' ') ?? []
    const [isParent, isChild] = [entry, fields[1]].map((id) => parents.includes(Number(id)))
    // Children that ended left their time with their parent.
    const places = isParent ? [11, 13] : isChild ? [11] : []
    for (const place of places) {
      user += Number(fields[place])
      kernel += Number(fields[place + 1])
    }
  }
  return { all: (user + kernel) / ticksPerSecond, kernel: kernel / ticksPerSecond }
}

/**
 * Processor time in seconds that one process has taken, without its children: to the microsecond, and to look costs
 * nothing beside what is measured, unlike a look at all processes. NaN where the system does not tell.
 */
export const cpuOfOne = (pid: number): number =>
  Number.parseInt(readQuietly(join('/proc', String(pid), 'schedstat')) ?? '', 10) / 1e9

function readQuietly(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // It ended while we looked, or is none of that kind.
    return undefined
  }
}
