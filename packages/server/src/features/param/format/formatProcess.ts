import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { PluginEntry } from '@muster/contract/param/output'
import type * as z from 'zod/mini'
import { type describedFormat, type FormatAnswer, formatAnswer } from './formatAnswer.rules.ts'
import { FormatFault } from './formatFault.ts'

/** What loading a plug-in, and writing one file, may take. */
const milliseconds = { start: 10_000, write: 2000 }

const program = [
  '--max-old-space-size=64',
  '--max-semi-space-size=4',
  fileURLToPath(new URL('./format.child.ts', import.meta.url)),
]

/** Whether the system keeps a process within its memory; elsewhere only its objects are bounded. */
export const isMemoryKept = process.platform === 'linux'

/**
 * What the system keeps a process to: a gigabyte of memory that it can write to, of which Node reserves half
 * for compiled code and uses little; five minutes of work, should the server die while it hangs; no dump.
 * Where the machine's memory runs out, it is the first to go.
 */
const limits = [
  'ulimit -d 1048576',
  'ulimit -t 300',
  'ulimit -c 0',
  '{ echo 1000 >/proc/self/oom_score_adj || true; }',
  'exec "$0" "$@"',
].join(' && ')

function startProcess(): ChildProcess {
  const [command, args] = isMemoryKept
    ? ['/bin/sh', ['-c', limits, process.execPath, ...program]]
    : [process.execPath, program]
  return spawn(command, args, {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
}

/** A process that nobody asked for so long is ended; the next file starts another. */
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

/** A process of one plug-in, whose time and memory are limited. */
interface FormatProcess {
  readonly described: Described
  readonly write: (of: FormatInput) => Promise<Buffer>
  readonly isOver: () => boolean
  readonly end: () => Promise<void>
}

/** Starts a process of a plug-in, which is the caller's to end. */
export async function openFormatProcess(source: string): Promise<FormatProcess> {
  const child = startProcess()
  // Also while nobody waits for it: without a listener its fault would be ours.
  child.on('error', () => undefined)
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const end = async () => {
    if (isOver() || child.pid === undefined) return
    const gone = once(child, 'exit')
    child.ref()
    child.kill('SIGKILL')
    await gone
  }
  try {
    const said = await ask(child, source, milliseconds.start)
    if (!('described' in said)) throw new FormatFault('threw')
    const write = async (of: FormatInput) => {
      const answer = await ask(child, of, milliseconds.write)
      if (!('bytes' in answer)) throw new FormatFault('noBytes')
      return Buffer.from(answer.bytes)
    }
    return { described: said.described, write, isOver, end }
  } catch (error) {
    await end()
    throw error
  }
}

type Good = Exclude<FormatAnswer, { fault: string }>

/** What a process answers; while it only waits, it keeps nothing from ending. */
async function ask(child: ChildProcess, of: FormatInput | string, limit: number): Promise<Good> {
  child.ref()
  child.channel?.ref()
  const heard = new AbortController()
  const late = AbortSignal.timeout(limit)
  const signal = AbortSignal.any([late, heard.signal])
  try {
    child.send(of)
    const ended = once(child, 'exit', { signal }).then(([code]) => {
      // It is the system, or V8, that ends one by a signal: there was no more memory.
      throw typeof code === 'number'
        ? new FormatFault('threw', `exit ${code}`)
        : new FormatFault('tooMuchMemory')
    })
    const said: unknown[] = await Promise.race([once(child, 'message', { signal }), ended])
    return goodOf(said[0])
  } catch (error) {
    if (error instanceof FormatFault) throw error
    throw late.aborted ? new FormatFault('tooSlow') : new FormatFault('threw', String(error))
  } finally {
    heard.abort()
    child.unref()
    child.channel?.unref()
  }
}

function goodOf(said: unknown): Good {
  const answer = formatAnswer.safeParse(said)
  if (!answer.data) throw new FormatFault('threw', answer.error.issues[0]?.path.join('.') ?? '')
  if ('fault' in answer.data) throw new FormatFault(answer.data.fault, answer.data.said)
  return answer.data
}

/** The process of a plug-in that is kept between files, and its queue. */
interface Kept {
  last: Promise<unknown>
  waiting: number
  process: FormatProcess | null
  idle: NodeJS.Timeout | undefined
}

const kept = new Map<string, Kept>()

/** Writes a file in the process of its plug-in, one after the other; {@link FormatFault} where that cannot be done. */
export async function writeInProcess(
  { sum, source }: FormatSource,
  of: FormatInput,
): Promise<Buffer> {
  const own = kept.get(sum) ?? {
    last: Promise.resolve(),
    waiting: 0,
    process: null,
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
    if (own.process?.isOver()) own.process = null
    own.process ??= await openFormatProcess(source)
    return await own.process.write(of)
  } catch (error) {
    // What was late may still answer: nothing more is asked of that process.
    await letGo(own)
    throw error
  } finally {
    own.idle = setTimeout(() => void letGo(own), idleMs).unref()
  }
}

async function letGo(own: Kept): Promise<void> {
  const { process: known } = own
  own.process = null
  await known?.end()
}
