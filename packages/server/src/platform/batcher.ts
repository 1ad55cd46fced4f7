import { setTimeout as sleep } from 'node:timers/promises'

/** Something that waits for its batch; `done` tells its end once. */
export interface Waiting {
  /** When it arrived; epoch milliseconds. */
  readonly at: number
  readonly done: (error?: Error | null) => void
}

export interface BatchOptions<T extends Waiting> {
  /** Does the work of a batch, all of it or nothing. */
  readonly flush: (items: readonly T[]) => Promise<void>
  /** Whether an error is the fault of an item itself, so that trying again is in vain. */
  readonly isPoison: (error: unknown) => boolean
  /** An item that no batch can hold; it is done all the same. */
  readonly setAside: (item: T, error: unknown) => void
  readonly maxItems: number
  /** Time between the beginnings of two batches while little arrives. */
  readonly lingerMs: number
  /** No more than this many items wait; others are turned away. */
  readonly maxWaiting: number
  /** How long an item waits for a database that is away before it fails. */
  readonly maxWaitMs: number
}

export interface Batcher<T extends Waiting> {
  /** False: too many wait already, or the batcher has stopped. */
  readonly add: (item: T) => boolean
  readonly size: number
  /** TaskRunners off what waits, then takes nothing more. */
  readonly stop: () => Promise<void>
}

/**
 * Gathers items into batches, one batch at a time: while one is being worked on, the next grows,
 * so that batches become larger under load without waiting when there is none.
 */
export function openBatcher<T extends Waiting>(options: BatchOptions<T>): Batcher<T> {
  let waiting: T[] = []
  /** When each of them came, by the clock that nobody sets. */
  let arrivals: number[] = []
  let inWork = 0
  let started = 0
  let isStopping = false
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const pause = started + options.lingerMs - performance.now()
      if (pause > 0 && waiting.length < options.maxItems && !isStopping) await sleep(pause)
      started = performance.now()
      const batch = waiting.slice(0, options.maxItems)
      const [since = started] = arrivals
      waiting = waiting.slice(options.maxItems)
      arrivals = arrivals.slice(options.maxItems)
      inWork = batch.length
      await settle(options, batch, since)
      inWork = 0
    }
    running = null
  }

  return {
    add(item) {
      if (isStopping || waiting.length + inWork >= options.maxWaiting) return false
      waiting.push(item)
      arrivals.push(performance.now())
      running ??= Promise.resolve().then(run)
      return true
    },
    get size() {
      return waiting.length + inWork
    },
    async stop() {
      isStopping = true
      await running
    },
  }
}

/** TaskRunners on a batch until it is done, its items have waited too long, or the bad ones are out. */
async function settle<T extends Waiting>(
  options: BatchOptions<T>,
  batch: readonly T[],
  since: number,
): Promise<void> {
  for (let pause = 50; ; pause = Math.min(pause * 2, 1000)) {
    try {
      await options.flush(batch)
      break
    } catch (error) {
      if (options.isPoison(error)) return isolate(options, { batch, since }, error)
      if (performance.now() - since > options.maxWaitMs) return giveUp(batch, error)
      await sleep(pause)
    }
  }
  for (const item of batch) tellEnd(item)
}

/** One that cannot bear to hear of its end spoils neither its neighbours nor the next batch. */
function tellEnd(item: Waiting, error?: Error): void {
  try {
    item.done(error)
  } catch (cause) {
    process.emitWarning(new Error('the end of a batch was not heard', { cause }))
  }
}

/** Halves the batch until the bad item is alone: its neighbours must not suffer from it. */
async function isolate<T extends Waiting>(
  options: BatchOptions<T>,
  { batch, since }: { readonly batch: readonly T[]; readonly since: number },
  error: unknown,
): Promise<void> {
  const [only] = batch
  if (batch.length === 1 && only) {
    options.setAside(only, error)
    tellEnd(only)
    return
  }
  const middle = Math.ceil(batch.length / 2)
  await settle(options, batch.slice(0, middle), since)
  await settle(options, batch.slice(middle), since)
}

function giveUp(batch: readonly Waiting[], cause: unknown): void {
  const error = new Error('not stored in time', { cause })
  for (const item of batch) tellEnd(item, error)
}
