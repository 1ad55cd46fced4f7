import { mkdir, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How a process is, since it was asked before. */
export interface ProcessHealth {
  /** Share of one core; 1 is a whole one. */
  readonly cpu: number
  readonly memoryBytes: number
  /** How late it comes to its work: the 99th percentile, in milliseconds. */
  readonly loopDelayMs: number
  readonly diskFreeBytes: number
  readonly diskTotalBytes: number
  /** Open connections of any kind. */
  readonly sockets: number
}

/** Which process this is, and since when. */
export const thisProcess = () => ({
  host: hostname(),
  pid: process.pid,
  startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
})

/** Measures this process until it is stopped; the disk is the one of its data folder. */
export function measureProcess(dataFolder: string) {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let used = process.cpuUsage()
  let at = performance.now()
  const read = async (): Promise<ProcessHealth> => {
    const disk = await diskOf(dataFolder)
    const now = performance.now()
    const { user, system } = process.cpuUsage(used)
    const health = {
      cpu: (user + system) / 1000 / Math.max(1, now - at),
      memoryBytes: process.memoryUsage.rss(),
      // A process that has measured nothing yet has let nothing wait.
      loopDelayMs: (delay.percentile(99) || 0) / 1e6,
      ...disk,
      sockets: process.getActiveResourcesInfo().filter((one) => one.includes('TCP')).length,
    }
    used = process.cpuUsage()
    at = now
    delay.reset()
    return health
  }
  return { read, stop: () => void delay.disable() }
}

async function diskOf(folder: string) {
  await mkdir(folder, { recursive: true })
  const { bavail, blocks, bsize } = await statfs(folder)
  return { diskFreeBytes: bavail * bsize, diskTotalBytes: blocks * bsize }
}
