import type { SheetEncoding } from '@muster/contract'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'
import type { SheetRow } from './sheetFault.ts'
import { cellDoubts, SheetFault } from './sheetFault.ts'

const batch = 500
/** What a file may cost: whoever made one that takes more gets a refusal, and the process lives on. */
const limits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

const row = z.object({
  number: z.int(),
  cells: z.array(z.string()),
  isTorn: z.optional(z.boolean()),
  doubts: z.optional(z.record(z.string(), z.enum(cellDoubts))),
})

const said = z.union([z.object({ rows: z.array(row) }), z.object({ fault: z.string() })])

/** No sheet that an office wrote lets one wait this long for its next rows. */
const longestWaitMs = 60_000

interface SheetFile {
  readonly path: string
  /** The character encoding of a CSV file, where a person has said so. */
  readonly encoding?: SheetEncoding
  /** How long its next rows may take. */
  readonly waitMs?: number
}

/**
 * The rows of an uploaded file, some at a time, read by a thread of its own: neither terminals nor
 * people wait while it unpacks, and its memory is limited. The next rows are read when asked for.
 */
export async function* readRows(
  { path, encoding = 'unicode', waitMs = longestWaitMs }: SheetFile,
  signal: AbortSignal,
): AsyncGenerator<SheetRow[]> {
  const url = new URL('./readSheet.child.ts', import.meta.url)
  const worker = new Worker(url, { workerData: { path, encoding, batch }, resourceLimits: limits })
  // Also while nobody waits for it: without a listener its fault would be ours.
  worker.on('error', () => undefined)
  try {
    for (;;) {
      worker.postMessage('more')
      const answer = await answerOf(worker, { signal, waitMs })
      const [parsed] = z.tuple([said]).parse(answer)
      if ('fault' in parsed) throw new SheetFault(faultOf(parsed.fault))
      if (parsed.rows.length === 0) return
      yield parsed.rows
    }
  } catch (error) {
    const isSpent = error instanceof Error && 'code' in error
    if (isSpent && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new SheetFault('import.tooLarge')
    throw error
  } finally {
    await worker.terminate()
  }
}

interface Patience {
  readonly signal: AbortSignal
  readonly waitMs: number
}

/** What the thread says next; one that has lost itself in a file never says anything. */
async function answerOf(worker: Worker, { signal, waitMs }: Patience): Promise<unknown> {
  const late = new AbortController()
  let halves = 2
  // In two halves: a process that was stopped for a while is late by the clock, and its thread was stopped as well.
  const clock = setInterval(() => {
    halves -= 1
    if (halves === 0) late.abort()
  }, waitMs / 2)
  try {
    return await once(worker, 'message', { signal: AbortSignal.any([signal, late.signal]) })
  } catch (error) {
    throw late.signal.aborted && !signal.aborted ? new SheetFault('import.tooSlow') : error
  } finally {
    clearInterval(clock)
  }
}

const known = [
  'import.brokenBook',
  'import.brokenCsv',
  'import.isUtf8',
  'import.notASheet',
  'import.notUtf8',
  'import.oldExcel',
  'import.protected',
  'import.tooLarge',
] as const

const faultOf = (key: string) => known.find((one) => one === key) ?? 'import.brokenBook'
