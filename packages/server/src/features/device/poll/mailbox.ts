import { mostPolled } from '@muster/contract'
import type { DownPublication } from '../../../platform/brokerLink.ts'
import { namesOf } from '../trail/trail.rules.ts'

/** Messages that wait for one terminal; what is sent beyond is sent again later. */
const room = 500

/** Bytes of one answer; a single message is never larger. */
const mostBytes = 512 * 1024

/** Milliseconds in which what is sent together gathers. */
const gatherMs = 20

/** What one poll gets. */
export interface Bag {
  readonly messages: readonly Buffer[]
  /** More wait. */
  readonly more: boolean
}

/** The messages of a terminal that polls: each waits until the terminal says that it has it. */
export class Mailbox {
  readonly #waiting = new Map<string, DownPublication>()
  #wake: (() => void) | null = null

  get isEmpty(): boolean {
    return this.#waiting.size === 0
  }

  /** False: it is full. */
  put(message: DownPublication): boolean {
    const key = keyOf(message)
    if (key === null || (this.#waiting.size >= room && !this.#waiting.has(key))) return false
    this.#waiting.set(key, message)
    this.#wake?.()
    return true
  }

  /** The terminal has these messages. */
  forget(ids: readonly string[]): void {
    const got = new Set(ids)
    for (const [key, message] of this.#waiting) {
      const { messageId } = namesOf(message.payload)
      if (messageId === null || !got.has(messageId)) continue
      this.#waiting.delete(key)
      message.delivered?.()
    }
  }

  /** The oldest that wait; they stay, but for those that nobody answers for. */
  take(): Bag {
    const messages: Buffer[] = []
    let bytes = 0
    for (const [key, { payload, qos }] of this.#waiting) {
      if (
        messages.length === mostPolled ||
        (messages.length > 0 && bytes + payload.length > mostBytes)
      )
        return { messages, more: true }
      messages.push(payload)
      bytes += payload.length
      if (qos === 0) this.#waiting.delete(key)
    }
    return { messages, more: false }
  }

  /** Settles when something waits, when the time is over, or when somebody else waits here. */
  wait(ms: number): Promise<void> {
    this.release()
    if (!this.isEmpty || ms === 0) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        if (this.#wake === wake) this.#wake = null
        resolve()
      }
      let timer = setTimeout(end, ms)
      const wake = () => {
        clearTimeout(timer)
        timer = setTimeout(end, this.isEmpty ? 0 : gatherMs)
      }
      this.#wake = wake
    })
  }

  /** Whoever waits is answered with what there is. */
  release(): void {
    this.#wake?.()
    this.#wake = null
  }
}

/** Of what has one state only the newest counts; all else is known by its id. */
function keyOf({ topic, retain, payload }: DownPublication): string | null {
  return retain || topic.endsWith('/time') ? topic : namesOf(payload).messageId
}
