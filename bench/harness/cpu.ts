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

/**
 * CPU seconds that processes and their children have used; null where the system does not tell.
 * Where neighbours take turns on the same cores, work per piece says more than pieces per second.
 */
export function cpuSecondsOf(parents: readonly number[]): number | null {
  if (process.platform !== 'linux') return null
  let ticks = 0
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const fields =
      readQuietly(join('/proc', entry, 'stat'))
        ?.replace(/^.*\) /, '')
        .split(' ') ?? []
    const [isParent, isChild] = [entry, fields[1]].map((id) => parents.includes(Number(id)))
    if (isParent || isChild) ticks += Number(fields[11]) + Number(fields[12])
    // Children that ended left their time with their parent.
    if (isParent) ticks += Number(fields[13]) + Number(fields[14])
  }
  return ticks / ticksPerSecond
}

function readQuietly(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // It ended while we looked, or is none of that kind.
    return undefined
  }
}
