import { createHash, type Hash } from 'node:crypto'
import type { Artifact, DownloadTicket } from '@muster/contract'
import type { Chance } from '../chance.ts'
import type { Installs } from '../scenarios/installs.ts'
import type { DownloadGate } from './downloadGate.ts'
import { type Arriving, askPart, type Refused } from '@muster/terminal'
import { pause } from './pause.ts'

export interface DownloadParts {
  readonly artifact: Artifact
  readonly installs: Installs
  readonly chance: Chance
  readonly signal: AbortSignal
  readonly ticket: () => Promise<DownloadTicket | Refused>
  /** Settles when the terminal has a network. */
  readonly reachable: () => Promise<void>
  /** Whether it has one now. */
  readonly isReachable: () => boolean
  /** What it was told of downloads. */
  readonly gate: DownloadGate
  readonly progress: (bytes: number, kbps: number) => void
  /** Where its bytes go; without it they are thrown away. */
  readonly into?: Buffer | undefined
}

type Code = 'D101' | 'D102' | 'D103' | 'D104' | 'D105'

/** Requests in a row that bring nothing, after which a terminal gives up. */
const mostFailures = 8

/**
 * Fetches a file as a terminal with a bad line does: it breaks off and goes on where it was, fetches
 * alone what arrived damaged, and believes nothing but the hash of the notice. Its bytes are thrown
 * away unless somebody wants them: a fleet has no room for them.
 */
export class FileDownload {
  readonly #parts: DownloadParts
  /** Over all bytes so far, and over those of the part that is arriving. */
  #whole: Hash = createHash('sha256')
  #part: Hash = createHash('sha256')
  /** As it was where that part begins. */
  #before: Hash = createHash('sha256')
  #bytes = 0
  #etag: string | null = null
  #damaged = 0
  #failures = 0
  #saidAt = Date.now()
  #saidBytes = 0

  constructor(parts: DownloadParts) {
    this.#parts = parts
  }

  /** Answers null when the file is there and right, else the code of what went wrong. */
  async run(): Promise<Code | null> {
    const { gate, signal } = this.#parts
    const leave = await gate.enter(signal)
    try {
      return await this.#run()
    } finally {
      leave()
    }
  }

  async #run(): Promise<Code | null> {
    const { gate, signal, reachable, artifact } = this.#parts
    let ticket: DownloadTicket | null = null
    while (this.#bytes < artifact.size) {
      await reachable()
      await gate.untilOpen(signal)
      const asked: DownloadTicket | Refused = ticket ?? (await this.#parts.ticket())
      const ended = 'url' in asked ? await this.#fetch((ticket = asked)) : asked
      if (ended === null) continue
      if ('wait' in ended) await pause(ended.wait * 1000, signal)
      else if (ended.code === 'D102') ticket = null
      else if (ended.code !== 'D101') return ended.code
      if ('code' in ended && !(await this.#backOff())) return this.#bytes > 0 ? 'D104' : 'D101'
      if (this.#damaged > 1) return 'D105'
    }
    return this.#whole.digest('hex') === artifact.sha256 ? null : 'D105'
  }

  /** One request, until it ends or breaks. Null: something has come. */
  async #fetch(ticket: DownloadTicket): Promise<Refused | null> {
    const { signal, chance, installs } = this.#parts
    const { url } = ticket
    const arriving = await askPart({ url, from: this.#bytes, etag: this.#etag, signal })
    if (!('bytes' in arriving)) return arriving
    if (arriving.from < this.#bytes) this.#startOver()
    this.#etag = arriving.etag
    const left = this.#parts.artifact.size - this.#bytes
    const breaksAt = chance.happens(installs.breakOff)
      ? this.#bytes + left * chance.next()
      : Number.POSITIVE_INFINITY
    const before = this.#bytes
    await this.#take(arriving, ticket, breaksAt)
    if (this.#bytes > before) this.#failures = 0
    return this.#bytes > before ? null : { code: 'D101' }
  }

  async #take(arriving: Arriving, ticket: DownloadTicket, breaksAt: number): Promise<void> {
    const { gate, signal, isReachable } = this.#parts
    try {
      for await (const bytes of arriving.bytes) {
        signal.throwIfAborted()
        if (!this.#add(Buffer.from(bytes), ticket)) break
        if (this.#bytes >= breaksAt || !isReachable() || !gate.isOpen) break
        await this.#keepPace()
      }
    } catch {
      // The line broke: what has come stays.
      signal.throwIfAborted()
    } finally {
      await arriving.cancel()
    }
  }

  /** Answers false where a part arrived damaged: it is fetched anew. */
  #add(bytes: Buffer, { chunkBytes, chunks }: DownloadTicket): boolean {
    for (let at = 0; at < bytes.length; ) {
      const room = chunkBytes - (this.#bytes % chunkBytes)
      const piece = bytes.subarray(at, at + room)
      this.#whole.update(piece)
      this.#part.update(piece)
      this.#parts.into?.set(piece, this.#bytes)
      this.#bytes += piece.length
      this.#parts.gate.count(piece.length)
      at += piece.length
      const isWhole = piece.length === room || this.#bytes >= this.#parts.artifact.size
      if (isWhole && !this.#endPart(chunks[Math.ceil(this.#bytes / chunkBytes) - 1], chunkBytes))
        return false
    }
    return true
  }

  #endPart(wanted: string | undefined, chunkBytes: number): boolean {
    const { chance, installs } = this.#parts
    const isDamaged = this.#damaged === 0 && chance.happens(installs.corrupt)
    const isRight = wanted === undefined || (!isDamaged && this.#part.digest('hex') === wanted)
    this.#part = createHash('sha256')
    if (isRight) {
      this.#before = this.#whole.copy()
      this.#damaged = 0
      return true
    }
    this.#damaged += 1
    this.#whole = this.#before.copy()
    this.#bytes = Math.floor((this.#bytes - 1) / chunkBytes) * chunkBytes
    return false
  }

  /** Whoever answers has another file now, or cannot answer with a part. */
  #startOver(): void {
    this.#whole = createHash('sha256')
    this.#before = createHash('sha256')
    this.#part = createHash('sha256')
    this.#bytes = 0
  }

  /** Reads no faster than its line, and tells from time to time how far it is. */
  async #keepPace(): Promise<void> {
    const { gate, installs, chance, signal, progress } = this.#parts
    const seconds = (Date.now() - this.#saidAt) / 1000
    const kilobytes = (this.#bytes - this.#saidBytes) / 1000
    const pace = Math.min(gate.kbps, chance.between(installs.kbps))
    const early = kilobytes / Math.max(1, pace) - seconds
    if (early > 0.02) await pause(early * 1000, signal)
    if (seconds < installs.report) return
    progress(this.#bytes, Math.round(kilobytes / Math.max(seconds, early + seconds)))
    this.#saidAt = Date.now()
    this.#saidBytes = this.#bytes
  }

  /** Waits longer after each failure; false: it has tried often enough. */
  async #backOff(): Promise<boolean> {
    const { installs, chance, signal } = this.#parts
    this.#failures += 1
    if (this.#failures >= mostFailures) return false
    const [least, most] = installs.retry
    const ceiling = Math.min(most, least * 2 ** this.#failures)
    await pause(chance.between([ceiling / 2, ceiling]) * 1000, signal)
    return true
  }
}
