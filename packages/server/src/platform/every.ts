import type { Logger } from 'pino'

/** Work that repeats until it is stopped; `soon` asks for a round before its time. */
export interface Repeated {
  readonly soon: () => void
  readonly stop: () => Promise<void>
}

interface Rhythm {
  readonly name: string
  readonly seconds: number
  readonly log: Logger
}

/** Repeats work, one round at a time; a failed round is logged and the next one comes all the same. */
export function every({ name, seconds, log }: Rhythm, work: () => Promise<void>): Repeated {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  const asked = { again: false, stopped: false }
  const isAskedAgain = () => asked.again && !asked.stopped

  async function round(): Promise<void> {
    do {
      asked.again = false
      await work().catch((error: unknown) =>
        log.warn({ err: error }, `${name} failed, it is tried again`),
      )
    } while (isAskedAgain())
    running = null
    if (!asked.stopped) timer = setTimeout(start, seconds * 1000)
  }

  function start(): void {
    clearTimeout(timer)
    if (asked.stopped) return
    if (running) asked.again = true
    else running = round()
  }

  timer = setTimeout(start, seconds * 1000)
  return {
    soon: start,
    async stop() {
      asked.stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
