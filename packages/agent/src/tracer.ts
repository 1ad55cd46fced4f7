import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type LogKind, type TraceArguments, traceArguments } from '@muster/contract/protocol'
import { type BodyOf, matcherOf, TraceSender } from '@muster/terminal'
import type { Config, LogSource } from './config.ts'
import { endGroup, startGroup } from './program.ts'

interface TracerParts {
  readonly logs: Config['logs']
  readonly signal: AbortSignal
  /** Sends a piece once; answers whether it got there. */
  readonly send: (piece: BodyOf<'log'>) => Promise<boolean>
  readonly log: (text: string) => void
}

/** Milliseconds between two looks at a file. */
const lookMs = 1000
/** Bytes that are read of a file at one look; of more the newest. */
const mostBytes = 1024 * 1024

/** Sends what the machine writes down, as it does: one trace at a time. */
export class Tracer {
  readonly #parts: TracerParts
  #sender: TraceSender | null = null
  #ends: (() => void)[] = []

  constructor(parts: TracerParts) {
    this.#parts = parts
  }

  /** Begins or ends a trace as a command says; null: done, else the code of what is wrong. */
  obey(cmd: string, item: string, args: unknown): string | null {
    if (cmd === 'LOG_TRACE_STOP') {
      if (this.#sender?.item === item) this.#sender.stop()
      return null
    }
    const { data } = traceArguments().safeParse(args)
    return data ? this.#begin(item, data) : 'C403'
  }

  #begin(item: string, args: TraceArguments): string | null {
    if (this.#sender?.item === item) return null
    if (this.#sender) return 'C404'
    const isWanted = matcherOf(args)
    if (!isWanted) return 'C403'
    const { logs, signal, send } = this.#parts
    const sources = args.kinds.flatMap((kind) => {
      const source = logs[kind]
      return source && canFollow(source) ? [{ kind, source }] : []
    })
    if (sources.length === 0) return 'C402'
    const sender = new TraceSender({ item, args, send, signal, ended: () => this.#end() }, isWanted)
    this.#sender = sender
    const see = (kind: LogKind) => (line: string) => sender.see(kind, line)
    this.#ends = sources.flatMap(({ kind, source }) => this.#follow(source, see(kind)))
    return null
  }

  #follow(source: LogSource, see: (line: string) => void): (() => void)[] {
    if ('files' in source) return source.files.map((path) => followFile(path, see))
    const { follow = [] } = source
    return [followProgram(follow, see, this.#parts.log)]
  }

  #end(): void {
    for (const end of this.#ends.splice(0)) end()
    this.#sender = null
  }
}

const canFollow = (source: LogSource): boolean => 'files' in source || source.follow !== undefined

/** Hears the lines of a program that goes on until it is ended. */
function followProgram(
  [program = '', ...rest]: readonly string[],
  see: (line: string) => void,
  log: (text: string) => void,
): () => void {
  const child = startGroup(program, rest)
  child.stderr.resume()
  child.on('error', (error) => log(`${program} cannot be followed: ${error.message}`))
  createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', see)
  return () => endGroup(child)
}

/** Hears what is added to a file, also where another takes its place. */
function followFile(path: string, see: (line: string) => void): () => void {
  let { at, inode } = placeOf(path)
  let rest = ''
  const look = () => {
    const now = placeOf(path)
    // It was emptied, or is another one.
    if (now.inode !== inode || now.at < at) at = 0
    inode = now.inode
    const from = Math.max(at, now.at - mostBytes)
    const lines = `${rest}${textIn(path, from, now.at)}`.split('\n')
    rest = lines.pop() ?? ''
    at = now.at
    lines.forEach(see)
  }
  const timer = setInterval(look, lookMs)
  return () => clearInterval(timer)
}

function placeOf(path: string): { readonly at: number; readonly inode: number } {
  const found = statSync(path, { throwIfNoEntry: false })
  return { at: found?.size ?? 0, inode: found?.ino ?? 0 }
}

function textIn(path: string, from: number, to: number): string {
  if (to <= from) return ''
  const bytes = Buffer.alloc(to - from)
  try {
    const file = openSync(path, 'r')
    try {
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from)).toString()
    } finally {
      closeSync(file)
    }
  } catch {
    // It went away between two looks.
    return ''
  }
}
