export type Stop = () => Promise<unknown>

/** A part that does not stop within this time is left behind. */
const patienceMs = 15_000

/**
 * Stops everything once, in the given order, on SIGINT, SIGTERM or SIGHUP, or when the starting
 * process is gone; a second signal ends at once.
 */
export function stopInOrder(stops: readonly Stop[], say: (text: string) => void): void {
  let isStopping = false
  const stop = async (): Promise<void> => {
    if (isStopping) process.exit(130)
    isStopping = true
    say('Stopping …')
    const timer = setTimeout(() => process.exit(1), patienceMs)
    for (const one of stops) await one().catch((error: unknown) => say(String(error)))
    clearTimeout(timer)
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stop())
  process.on('disconnect', () => void stop())
}
