import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Stops an embedded PostgreSQL and all its processes where they are, as a dead disk would, lets it
 * go on, or kills it.
 */
export function signalDatabase(
  dataFolder: string,
  signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL',
): void {
  const note = readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8')
  const postmaster = Number(note.split('\n')[0])
  // The father first: it must not start new ones meanwhile.
  for (const pid of [postmaster, ...childrenOf(postmaster)])
    try {
      process.kill(pid, signal)
    } catch {
      // One that has just ended.
    }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent)
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
