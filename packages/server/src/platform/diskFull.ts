import type { Logger } from 'pino'

/** Whether a failure says that the disk, or this user's share of it, is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code))

/** Says of a write that finds the disk full where it was to go: the system names no file that is open already. */
export async function writingTo<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && isDiskFull(error) && !('path' in error))
      Object.assign(error, { path })
    throw error
  }
}

const quietMs = 60_000
const toldAt = new WeakMap<Logger, number>()

/** Logs that a disk is full, and where: once a minute at most, however many calls meet it. */
export function tellDiskFull(log: Logger, error: unknown): void {
  const now = performance.now()
  if (now - (toldAt.get(log) ?? Number.NEGATIVE_INFINITY) < quietMs) return
  toldAt.set(log, now)
  const path = error instanceof Error && 'path' in error ? error.path : undefined
  log.error({ err: error, path }, 'a disk is full')
}
