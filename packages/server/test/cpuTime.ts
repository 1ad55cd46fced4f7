/** What some work answers, and the milliseconds of the processor that it takes: what else the machine does adds none. */
export function measured<T>(work: () => T): { found: T; ms: number } {
  const before = process.threadCpuUsage()
  const found = work()
  const { user, system } = process.threadCpuUsage(before)
  return { found, ms: (user + system) / 1000 }
}
