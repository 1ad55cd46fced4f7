import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import {
  isAtLeast,
  type LogKind,
  mostTraceBytes,
  type TraceArguments,
} from '@muster/contract/protocol'
import { RE2JS } from 're2js'
import type { BodyOf } from './letter.ts'

type Piece = BodyOf<'log'>
type End = NonNullable<Piece['end']>

interface TraceParts {
  /** The item that asked for it. */
  readonly item: string
  readonly args: TraceArguments
  /** Sends a piece once; answers whether the broker has it. */
  readonly send: (piece: Piece) => Promise<boolean>
  /** It is over, and nothing more is sent. */
  readonly ended: () => void
  /** The terminal goes off. */
  readonly signal: AbortSignal
}

/** Milliseconds between two looks at what there is to send. */
const tickMs = 1000
/** Milliseconds after which a capture sends what there is. */
const captureMs = 15_000
/** Letters of a piece, at the most: each is one to three bytes. */
const pieceLetters = Math.floor(mostTraceBytes / 4)
/** Letters that wait while there is no way; of more the newest are thrown away, and counted. */
const mostWaiting = 4 * 1024 * 1024
/** Pieces of one look: the platform takes no more for long. */
const piecesAtOnce = 4
/** Pieces that wait while there is no way. */
const mostPieces = 64
/** Letters of a line that are sent. */
const longestLine = 8192
/** Letters of a packed piece. */
const mostPacked = 96 * 1024
/** After so long without a way nobody waits for its end any more. */
const giveUpMs = 300_000

const pack = promisify(gzip)

/** Whether lines are wanted by a trace; null: its pattern is none. */
export function matcherOf({
  level,
  packages,
  pattern,
}: TraceArguments): ((line: string) => boolean) | null {
  const compiled = pattern === null ? null : compile(pattern)
  if (pattern !== null && !compiled) return null
  return (line) =>
    isAtLeast(line, level) &&
    (packages.length === 0 || packages.some((name) => line.includes(name))) &&
    (!compiled || compiled.matcher(line).find())
}

/** In linear time, whatever somebody wrote. */
function compile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern)
  } catch {
    return null
  }
}

/** Sends what a terminal writes down, piece by piece, until its time, its size or somebody ends it. */
export class TraceSender {
  readonly #parts: TraceParts
  readonly #isWanted: (line: string) => boolean
  readonly #until: number
  #lines: string[] = []
  #letters = 0
  #lost = 0
  #bytes = 0
  #seq = 0
  #flushedAt = performance.now()
  #end: End | null = null
  #endedAt = 0
  #isEndTold = false
  #isOver = false
  readonly #pieces: Piece[] = []
  readonly #timer: NodeJS.Timeout
  #running = false

  constructor(parts: TraceParts, isWanted: (line: string) => boolean) {
    this.#parts = parts
    this.#isWanted = isWanted
    this.#until = performance.now() + parts.args.maxMinutes * 60_000
    this.#timer = setInterval(() => void this.#tick(), tickMs)
    parts.signal.addEventListener('abort', () => this.#leave(), { once: true })
  }

  /** The item that asked for it. */
  get item(): string {
    return this.#parts.item
  }

  /** A line was written down; one that has several lines is taken as these. */
  see(kind: LogKind, text: string): void {
    if (this.#end !== null || !this.#parts.args.kinds.includes(kind)) return
    for (const line of text.split('\n')) {
      if (!this.#isWanted(line)) continue
      const cut = line.slice(0, longestLine).replaceAll('\0', '').toWellFormed()
      if (this.#letters + cut.length > mostWaiting) this.#lost += 1
      else {
        this.#lines.push(cut)
        this.#letters += cut.length + 1
      }
    }
  }

  /** Sends what there is still, and that it is over. */
  stop(why: End = 'STOPPED'): void {
    if (this.#end !== null) return
    this.#end = why
    this.#endedAt = performance.now()
    void this.#tick()
  }

  async #tick(): Promise<void> {
    if (performance.now() > this.#until) this.stop('TIME')
    if (this.#running || this.#isOver) return
    this.#running = true
    try {
      await this.#makePieces()
      await this.#sendPieces()
    } finally {
      this.#running = false
    }
    const isDone = this.#end !== null && this.#pieces.length === 0 && this.#lines.length === 0
    if (isDone || (this.#end !== null && performance.now() - this.#endedAt > giveUpMs))
      this.#leave()
  }

  async #makePieces(): Promise<void> {
    for (let made = 0; made < piecesAtOnce && this.#pieces.length < mostPieces; made += 1) {
      if (!this.#isDue()) return
      const text = this.#takeText()
      this.#flushedAt = performance.now()
      this.#bytes += Buffer.byteLength(text)
      if (this.#bytes > this.#parts.args.maxMb * 1_048_576) {
        this.#end ??= 'SIZE'
        this.#endedAt ||= performance.now()
        this.#lines = []
        this.#letters = 0
      }
      const isLast = this.#end !== null && this.#lines.length === 0
      await this.#push(text, isLast)
      if (isLast) return
    }
  }

  /** Whether there is something to send by now; an end is told once, after all that was before it. */
  #isDue(): boolean {
    if (this.#end !== null) return this.#lines.length > 0 || !this.#isEndTold
    if (this.#letters === 0 && this.#lost === 0) return false
    const isCapture = this.#parts.args.mode === 'CAPTURE'
    return (
      !isCapture ||
      this.#letters >= pieceLetters ||
      performance.now() - this.#flushedAt >= captureMs
    )
  }

  /** As many lines as a piece holds. */
  #takeText(): string {
    let letters = 0
    let count = 0
    while (count < this.#lines.length && letters <= pieceLetters) {
      letters += (this.#lines[count]?.length ?? 0) + 1
      count += 1
    }
    const taken = this.#lines.splice(0, count)
    this.#letters -= letters
    return taken.length > 0 ? `${taken.join('\n')}\n` : ''
  }

  async #push(text: string, isLast: boolean): Promise<void> {
    const data = text === '' ? '' : (await pack(text)).toString('base64')
    if (data.length > mostPacked) {
      // It hardly became smaller: in two.
      const at = text.indexOf('\n', Math.floor(text.length / 2)) + 1
      const [first, second] =
        at > 0 && at < text.length ? [text.slice(0, at), text.slice(at)] : ['', '']
      if (first === '') this.#lost += 1
      else await this.#push(first, false)
      return this.#push(second, isLast)
    }
    const lost = this.#lost
    this.#lost = 0
    if (isLast) this.#isEndTold = true
    this.#pieces.push({
      item: this.#parts.item,
      seq: this.#seq,
      data,
      ...(lost > 0 && { lost }),
      ...(isLast && this.#end !== null && { end: this.#end }),
    })
    this.#seq += 1
  }

  /** In their order; one that did not get through goes again, by the same number. */
  async #sendPieces(): Promise<void> {
    for (let [piece] = this.#pieces; piece; [piece] = this.#pieces) {
      if (!(await this.#parts.send(piece))) return
      this.#pieces.shift()
    }
  }

  #leave(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearInterval(this.#timer)
    this.#parts.ended()
  }
}
