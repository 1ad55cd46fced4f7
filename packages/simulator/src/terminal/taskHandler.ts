import { type DeviceEnvelope, deviceMessages } from '@muster/contract'
import type * as z from 'zod/mini'
import type { TerminalClock } from './clock.ts'
import type { BodyOf, Letter } from './letter.ts'
import { pause } from './pause.ts'
import type { UnderWay } from './underWay.ts'

export type TaskNotice = z.output<typeof deviceMessages.downMessages.task.body>
type Report = BodyOf<'task'>
/** What is said of a task beside whose it is and when. */
export type Said = Omit<Report, 'item' | 'at' | 'attempt' | 'msg'>

/** What a task is done with: each step is told by `say`; `signal` ends what is called off. */
export interface Performed {
  readonly say: (said: Said) => void
  readonly signal: AbortSignal
}

/** A task as it arrived. */
export interface Task extends TaskNotice {
  readonly messageId: string
}

export interface TaskHandlerParts {
  readonly clock: TerminalClock
  readonly signal: AbortSignal
  readonly underWay: UnderWay
  /** Milliseconds until the nth task is acknowledged. */
  readonly acknowledge: (nth: number) => number
  /** Does what the task says, and answers how it ended. */
  readonly perform: (task: Task, nth: number, how: Performed) => Promise<Said>
  /** Writes a report and hands it to the outbox; answers it, so that it can be repeated. */
  readonly report: (task: Pick<Task, 'messageId'>, body: Report) => Letter
  readonly repeat: (letter: Letter) => void
  readonly received: (kind: string) => void
}

/** So many tasks are known again when they come twice. */
const remembered = 500

const texts: Readonly<Record<string, string>> = {
  D101: 'no network',
  D103: 'the server refused the download',
  D104: 'the download broke off too often',
  D105: 'the bytes are not those of the hash',
  D107: 'no space',
  I201: 'the installation failed',
  I202: 'this version is installed',
  I203: 'a higher version is installed',
  I204: 'it is installed with another signer',
  I208: 'it is built upon another version',
  I211: 'the user refused',
  I214: 'it belongs to the system',
  I215: 'it did not start and was rolled back',
  S601: 'expired',
  S602: 'called off',
}

/** Takes tasks, each message id at most once, and reports each step. */
export class TaskHandler {
  readonly #parts: TaskHandlerParts
  /** The last report of each known message. */
  readonly #known = new Map<string, Letter | null>()
  #count = 0

  constructor(parts: TaskHandlerParts) {
    this.#parts = parts
  }

  /** Answers whether the message was a task at all. */
  take({ id, exp, body }: DeviceEnvelope): boolean {
    const { data } = deviceMessages.downMessages.task.body.safeParse(body)
    if (!data) return false
    const known = this.#known.get(id)
    if (known) this.#parts.repeat(known)
    if (known !== undefined) return true
    this.#known.set(id, null)
    const [oldest] = this.#known.keys()
    if (this.#known.size > remembered && oldest) this.#known.delete(oldest)
    this.#parts.received(data.kind)
    const nth = this.#count
    this.#count += 1
    const task = { ...data, messageId: id }
    // Only a terminal that is switched off breaks the work off.
    this.#carryOut(task, nth, exp ?? 0).catch((error: unknown) => {
      if (!this.#parts.signal.aborted) throw error
    })
    return true
  }

  /** Leaves be what has not begun, also a command; answers whether the message is in order. */
  callOff({ id, body }: DeviceEnvelope): boolean {
    const { data } = deviceMessages.downMessages.cancel.body.safeParse(body)
    if (!data) return false
    const { item, attempt } = data
    if (!this.#parts.underWay.callOff(item, attempt))
      this.#say({ item, attempt, messageId: id }, { state: 'CANCELLED', code: 'S602' })
    return true
  }

  /** Repeats the last report of each of these items that it knows. */
  tellAgain(items: readonly string[]): void {
    const asked = new Set(items)
    for (const letter of this.#known.values())
      if (letter && asked.has(letter.topic.split('/').at(-1) ?? '')) this.#parts.repeat(letter)
  }

  async #carryOut(task: Task, nth: number, exp: number): Promise<void> {
    const { clock, underWay, acknowledge, perform } = this.#parts
    if (exp > 0 && exp < clock.serverNow())
      return this.#say(task, { state: 'EXPIRED', code: 'S601' })
    const off: Said = { state: 'CANCELLED', code: 'S602' }
    if (underWay.isCalledOff(task)) return this.#say(task, off)
    const signal = underWay.begin(task.item)
    const say = (said: Said) => {
      // Half an application is worse than none, or either.
      if (said.step === 'INSTALLING') underWay.pass(task.item)
      this.#say(task, said)
    }
    try {
      await pause(acknowledge(nth), signal)
      say({ state: 'ACKED' })
      say(await perform(task, nth, { say, signal }))
    } catch (error) {
      if (!signal.aborted || this.#parts.signal.aborted) throw error
      say(off)
    } finally {
      underWay.pass(task.item)
    }
  }

  #say(
    { item, attempt, messageId }: Pick<Task, 'item' | 'attempt' | 'messageId'>,
    said: Said,
  ): void {
    const msg = texts[said.code ?? '']
    const at = this.#parts.clock.now()
    const letter = this.#parts.report(
      { messageId },
      { item, ...said, ...(msg && { msg }), at, attempt },
    )
    if (this.#known.has(messageId)) this.#known.set(messageId, letter)
  }
}
