import { setTimeout as sleep } from 'node:timers/promises'
import { deviceHttp, longestPoll, mostPolled, pollAnswer } from '@muster/contract/protocol'
import { type Link, LinkRefused, secondsOff } from '@muster/terminal'
import * as z from 'zod/mini'

export interface PollOptions {
  readonly platform: string
  readonly sn: string
  /** A new proof of the terminal's secret: each counts once. */
  readonly prove: () => string
  readonly onMessage: (topic: string, payload: Buffer) => void
  readonly signal: AbortSignal
}

interface Waiting {
  readonly message: unknown
  readonly bytes: number
  readonly sent: PromiseWithResolvers<void>
}

/** Bytes of messages in one poll. */
const mostBytes = 512 * 1024

/** Milliseconds beyond what it asked to wait that it waits for an answer. */
const patience = 20_000

const named = z.object({ id: z.string() })

/** A connection made of polls: what is published goes with the next one, what comes is acknowledged by it. */
class PollLink implements Link {
  readonly closed: Promise<void>
  readonly #options: PollOptions
  readonly #over = new AbortController()
  #waiting: Waiting[] = []
  #got: string[] = []
  #idle: AbortController | null = null
  #isLeaving = false

  constructor(options: PollOptions) {
    this.#options = options
    this.closed = this.#run()
  }

  async subscribe(): Promise<void> {
    // Whoever polls gets all that is his.
  }

  publish(_topic: string, payload: string | Buffer): Promise<void> {
    if (this.#over.signal.aborted) return Promise.reject(new Error('the connection closed'))
    const text = payload.toString()
    const sent = Promise.withResolvers<void>()
    this.#waiting.push({ message: JSON.parse(text), bytes: text.length, sent })
    this.#idle?.abort()
    return sent.promise
  }

  async leave(milliseconds: number): Promise<void> {
    this.#isLeaving = true
    this.#idle?.abort()
    await Promise.race([this.closed, sleep(milliseconds)])
    this.cut()
  }

  cut(): void {
    this.#over.abort()
  }

  async #run(): Promise<void> {
    const { signal } = this.#options
    const end = () => this.cut()
    signal.addEventListener('abort', end)
    try {
      while (!this.#over.signal.aborted && !(this.#isLeaving && this.#waiting.length === 0))
        await this.#poll()
    } catch {
      // Why is told by the next attempt to connect.
    } finally {
      signal.removeEventListener('abort', end)
      this.cut()
      for (const { sent } of this.#waiting) sent.reject(new Error('the connection closed'))
      this.#waiting = []
    }
  }

  /** One poll; one that brings nothing waits, until there is something to bring. */
  async #poll(): Promise<void> {
    const batch = this.#takeBatch()
    const got = this.#got.slice(0, mostPolled)
    const wait = batch.length > 0 || this.#isLeaving ? 0 : longestPoll
    this.#idle = wait > 0 ? new AbortController() : null
    const body = { messages: batch.map(({ message }) => message), got, wait }
    try {
      const answer = await ask(this.#options, body, [this.#over.signal, this.#idle?.signal])
      this.#got = this.#got.slice(got.length)
      this.#waiting = this.#waiting.slice(batch.length)
      for (const { sent } of batch) sent.resolve()
      this.#take(answer.messages)
    } catch (error) {
      // Somebody wants to say something now.
      if (!this.#idle?.signal.aborted) throw error
    } finally {
      this.#idle = null
    }
  }

  #takeBatch(): readonly Waiting[] {
    let bytes = 0
    const batch = this.#waiting.slice(0, mostPolled)
    const end = batch.findIndex((one) => (bytes += one.bytes) > mostBytes)
    return end > 0 ? batch.slice(0, end) : batch
  }

  #take(messages: readonly unknown[]): void {
    for (const message of messages) {
      this.#options.onMessage('', Buffer.from(JSON.stringify(message)))
      const { data } = named.safeParse(message)
      if (data) this.#got.push(data.id)
    }
  }
}

/** One request, again when the platform asks for that. Rejects with {@link LinkRefused} where it says no. */
async function ask(
  { platform, sn, prove }: PollOptions,
  body: { readonly wait: number },
  ends: readonly (AbortSignal | null | undefined)[],
): Promise<z.output<ReturnType<typeof pollAnswer>>> {
  const signals = ends.filter((signal) => signal !== null && signal !== undefined)
  const address = new URL(deviceHttp.poll, platform)
  address.searchParams.set('sn', sn)
  for (;;) {
    const limit = AbortSignal.timeout(body.wait * 1000 + patience)
    const signal = AbortSignal.any([...signals, limit])
    const headers = { authorization: `Bearer ${prove()}` }
    const answer = await fetch(address, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal,
    })
    if (answer.ok) return pollAnswer().parse(await answer.json())
    await answer.body?.cancel()
    if (answer.status === 401) throw new LinkRefused(4)
    if (answer.status !== 429) throw new Error(`${deviceHttp.poll}: status ${answer.status}`)
    await sleep(1000 * secondsOff(answer, 1), undefined, { signal })
  }
}

/** Begins to poll; the first poll tells whether the platform knows the terminal. */
export async function openPollLink(options: PollOptions): Promise<Link> {
  await ask(options, { wait: 0 }, [options.signal])
  return new PollLink(options)
}
