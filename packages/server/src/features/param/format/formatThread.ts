import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PluginEntry } from '@muster/contract/param/output'
import type * as z from 'zod/mini'
import { FormatFault } from './formatFault.ts'
import { type describedFormat, type FormatAnswer, formatAnswer } from './formatThread.rules.ts'

/** What loading a plug-in, and writing one file, may take. */
const milliseconds = { start: 10_000, write: 2000 }
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }

/** A thread that nobody asked for so long is ended; the next file starts another. */
const idleMs = 30_000

/** Files that may wait for one plug-in. */
const mostWaiting = 100

/** The text of a plug-in, and its SHA-256, hexadecimal. */
export interface FormatSource {
  readonly sum: string
  readonly source: string
}

/** A file as its plug-in is told it. */
export interface FormatInput {
  readonly fileName: string
  readonly path: string
  readonly entries: readonly PluginEntry[]
}

type Described = z.output<typeof describedFormat>

/** A thread of one plug-in, whose time and memory are limited. */
interface FormatThread {
  readonly described: Described
  readonly write: (of: FormatInput) => Promise<Buffer>
  readonly end: () => Promise<number>
}

/** Starts a thread of a plug-in, which is the caller's to end. */
export async function openFormatThread(source: string): Promise<FormatThread> {
  const worker = new Worker(new URL('./format.child.ts', import.meta.url), {
    workerData: { source },
    resourceLimits,
    env: {},
    stdout: true,
    stderr: true,
  })
  // Also while nobody waits for it: without a listener its fault would be ours.
  worker.on('error', () => undefined)
  const end = () => worker.terminate()
  try {
    const said = await answerOf(worker, milliseconds.start)
    if (!('described' in said)) throw new FormatFault('threw')
    const write = async (of: FormatInput) => {
      worker.ref()
      worker.postMessage(of)
      const answer = await answerOf(worker, milliseconds.write)
      // While it only waits, it keeps nothing from ending.
      worker.unref()
      if (!('bytes' in answer)) throw new FormatFault('noBytes')
      return Buffer.from(answer.bytes)
    }
    return { described: said.described, write, end }
  } catch (error) {
    await end()
    throw error
  }
}

type Good = Exclude<FormatAnswer, { fault: string }>

async function answerOf(worker: Worker, limit: number): Promise<Good> {
  const late = AbortSignal.timeout(limit)
  const said: unknown = await once(worker, 'message', { signal: late }).catch((error: unknown) => {
    if (late.aborted) throw new FormatFault('tooSlow')
    throw isSpent(error)
      ? new FormatFault('tooMuchMemory')
      : new FormatFault('threw', String(error))
  })
  const answer = formatAnswer.safeParse(Array.isArray(said) ? said[0] : undefined)
  if (!answer.data) throw new FormatFault('threw', answer.error.issues[0]?.path.join('.') ?? '')
  if ('fault' in answer.data) throw new FormatFault(answer.data.fault, answer.data.said)
  return answer.data
}

const isSpent = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** The thread of a plug-in that is kept between files, and its queue. */
interface Kept {
  last: Promise<unknown>
  waiting: number
  thread: FormatThread | null
  idle: NodeJS.Timeout | undefined
}

const kept = new Map<string, Kept>()

/** Writes a file in the thread of its plug-in, one after the other; {@link FormatFault} where that cannot be done. */
export async function writeInThread(
  { sum, source }: FormatSource,
  of: FormatInput,
): Promise<Buffer> {
  const own = kept.get(sum) ?? {
    last: Promise.resolve(),
    waiting: 0,
    thread: null,
    idle: undefined,
  }
  kept.set(sum, own)
  if (own.waiting >= mostWaiting) throw new FormatFault('busy')
  own.waiting += 1
  const written = own.last.then(() => writeNow(own, source, of))
  own.last = written.catch(() => undefined)
  try {
    return await written
  } finally {
    own.waiting -= 1
  }
}

async function writeNow(own: Kept, source: string, of: FormatInput): Promise<Buffer> {
  clearTimeout(own.idle)
  try {
    own.thread ??= await openFormatThread(source)
    return await own.thread.write(of)
  } catch (error) {
    // What was late may still answer: nothing more is asked of that thread.
    await letGo(own)
    throw error
  } finally {
    own.idle = setTimeout(() => void letGo(own), idleMs).unref()
  }
}

async function letGo(own: Kept): Promise<void> {
  const { thread } = own
  own.thread = null
  await thread?.end()
}
