export type Stop = () => Promise<unknown>

/** A part that does not stop within this time is left behind. */
const patienceMs = 15_000

/**
 * Stops everything once, last started first, on SIGINT, SIGTERM or SIGHUP, or when the starting
 * process is gone; a second signal ends at once. An error that nobody caught is printed and stops
 * everything in the same order, with exit code 1: whoever keeps the process starts it again. Answers
 * whether a stop is under way.
 */
export function stopInOrder(stops: Stop[], say: (text: string) => void): () => boolean {
  let isStopping = false
  const stop = async (code: number): Promise<void> => {
    isStopping = true
    say('Stopping …')
    await stopAll(stops, say)
    process.exit(code)
  }
  const ask = () => {
    if (isStopping) process.exit(130)
    void stop(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
  process.on('disconnect', ask)
  process.on('uncaughtException', (error, origin) => {
    say(`Muster cannot go on (${origin}): ${error instanceof Error ? error.stack : String(error)}`)
    if (!isStopping) void stop(1)
  })
  // A full disk, or nobody who reads what is printed.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  return () => isStopping
}

/** Stops each part, also those that are added meanwhile; one that hangs does not keep the others. */
export async function stopAll(stops: Stop[], say: (text: string) => void): Promise<void> {
  for (let next = stops.shift(); next; next = stops.shift())
    await inTime(next()).catch((error: unknown) => say(String(error)))
}

async function inTime(work: Promise<unknown>): Promise<void> {
  const patience = Promise.withResolvers<never>()
  const timer = setTimeout(() => patience.reject(new Error('A part does not stop.')), patienceMs)
  await Promise.race([work, patience.promise]).finally(() => clearTimeout(timer))
}
