import {
  type CommandRequest,
  commandArguments,
  type DeviceEnvelope,
  deviceMessages,
  isCommandName,
  isProved,
  isTraceCommand,
} from '@muster/contract/protocol'
import type { Letter } from '@muster/terminal'
import * as z from 'zod/mini'
import { perform, recover } from './commands.ts'
import { isFull, writeSurely } from './disk.ts'
import { readBootId } from './facts.ts'
import { sweep } from './leftovers.ts'
import { Line } from './line.ts'
import { performTask, recoverTask } from './tasks.ts'
import {
  type Ended,
  Expired,
  failed,
  type Going,
  refused,
  type Said,
  success,
  type Task,
  type Tools,
} from './tools.ts'
import type { Work, Works } from './works.ts'

export interface WorkerParts {
  readonly tools: Tools
  readonly works: Works
  /** Writes a report, which is on its way from then on when `post` is called. */
  readonly write: (work: Pick<Work, 'id' | 'item' | 'attempt'>, said: Said) => Letter
  readonly post: (letter: Letter) => void
}

const { downMessages } = deviceMessages

/** Leaves room for commands that this agent does not know: they are refused, not ignored. */
const command = z.object({
  item: z.string().check(z.uuid()),
  cmd: z.string(),
  args: z.record(z.string(), z.unknown()),
  attempt: z.int(),
  artifact: deviceMessages.commandNotice.body.shape.artifact,
  sn: z.optional(z.string()),
})
type Command = z.output<typeof command>

/** As {@link command}: of a kind that it does not know it says so. */
const anyTask = z.object({ item: z.string().check(z.uuid()), kind: z.string(), attempt: z.int() })

const off: Ended = { state: 'CANCELLED', code: 'S602' }
const late: Ended = { state: 'EXPIRED', code: 'S601' }

/** Takes commands and tasks, does each once, and tells how it ended, whatever comes in between. */
export class Worker {
  readonly #parts: WorkerParts
  /** What is carried out, or waits. */
  readonly #open = new Map<string, AbortController>()
  readonly #lines = { fetching: new Line(), doing: new Line() }

  constructor(parts: WorkerParts) {
    this.#parts = parts
    this.#sweep()
  }

  /** Goes on with what was under way when the agent ended. */
  resume(): void {
    const { works, post } = this.#parts
    for (const letter of works.unsettled()) post(letter)
    for (const work of works.all()) if (work.stage !== 'done') this.#start(work)
  }

  /** Takes a proved message; false: it is none of this agent's. */
  take(type: 'cmd' | 'task', { id, exp = 0, body }: DeviceEnvelope): boolean {
    const { works, post } = this.#parts
    const known = works.find(id)
    if (known) {
      if (known.last) post(known.last)
      return true
    }
    const { data } = (type === 'cmd' ? command : anyTask).safeParse(body)
    if (!data) return false
    // On the disk before it is acknowledged.
    this.#start(works.take({ id, type, item: data.item, attempt: data.attempt, exp, body }))
    return true
  }

  /** Leaves be what has not begun. */
  callOff({ id, body }: DeviceEnvelope): boolean {
    const { data } = downMessages.cancel.body.safeParse(body)
    if (!data) return false
    const { works, write, post } = this.#parts
    const work = works.ofItem(data.item)
    if (!work || work.attempt < data.attempt) {
      works.callOffEarly(data.item, data.attempt)
      post(write({ id, ...data }, off))
    } else if (work.stage === 'taken') {
      // First: it may be what fills the disk.
      this.#open.get(work.id)?.abort()
      works.change(work.id, { isCalledOff: true })
    }
    return true
  }

  /** Repeats the last report of each of these items that it knows. */
  tellAgain(items: readonly string[]): void {
    const { works, post } = this.#parts
    for (const item of items) {
      const letter = works.ofItem(item)?.last
      if (letter) post(letter)
    }
  }

  /** Once: what a broker hands over before `resume` is on the disk by then, too. */
  #start(work: Work): void {
    if (this.#open.has(work.id) || this.#parts.tools.signal.aborted) return
    void this.#carryOut(work)
  }

  async #carryOut(work: Work): Promise<void> {
    const own = new AbortController()
    this.#open.set(work.id, own)
    try {
      await this.#end(work.id, await this.#outcome(work, own.signal))
    } catch (error) {
      // It ends now, and goes on when it is back.
      if (!this.#parts.tools.signal.aborted) this.#broken(work, error)
    } finally {
      this.#open.delete(work.id)
    }
  }

  async #outcome(work: Work, calledOff: AbortSignal): Promise<Ended> {
    const { signal } = this.#parts.tools
    try {
      const going = { ...this.#going(work), signal: AbortSignal.any([calledOff, signal]) }
      return await this.#do(work, going)
    } catch (error) {
      if (signal.aborted) throw error
      if (calledOff.aborted) return off
      return error instanceof Expired ? late : this.#broken(work, error)
    }
  }

  async #do(work: Work, going: Going): Promise<Ended> {
    const { tools } = this.#parts
    const doing = { tools, going }
    if (work.stage === 'begun') return this.#recover(work, going)
    if (work.isCalledOff) return off
    if (work.exp > 0 && work.exp < tools.clock.serverNow()) return late
    if (work.type === 'task') {
      const { data } = downMessages.task.body.safeParse(work.body)
      if (!data) return refused('C401')
      going.say({ state: 'ACKED' })
      return performTask(data, doing)
    }
    const told = command.parse(work.body)
    if (isTraceCommand(told.cmd)) {
      const code = tools.trace(told.cmd, told.item, told.args)
      return code === null ? success : refused(code)
    }
    const request = this.#read(told)
    if ('state' in request) return request
    going.say({ state: 'ACKED' })
    return perform(request, told.artifact, doing)
  }

  #read({ cmd, args, sn }: Command): CommandRequest | Ended {
    if (!isCommandName(cmd)) return refused('C401')
    const { data } = commandArguments().safeParse({ cmd, args })
    if (!data) return refused('C403')
    // Meant for another terminal, or for none: whoever sent it is not to be obeyed.
    return isProved(cmd) && sn !== this.#parts.tools.sn ? refused('C402') : data
  }

  #recover(work: Work, going: Going): Promise<Ended> {
    const doing = { tools: this.#parts.tools, going }
    if (work.type === 'task') {
      const task: Task = downMessages.task.body.parse(work.body)
      // What may have been done is not too late.
      return recoverTask(task, { ...doing, going: { ...going, exp: 0 } })
    }
    return recover(command.parse(work.body).cmd, work.bootId, doing.tools)
  }

  #going(work: Work): Omit<Going, 'signal'> {
    const { works, tools } = this.#parts
    return {
      message: work,
      item: work.item,
      exp: work.exp,
      lines: this.#lines,
      say: (said) => this.#say(work, said),
      begin: () =>
        works.change(work.id, { stage: 'begun', bootId: readBootId(tools.config.system) }),
    }
  }

  #say(work: Work, said: Said): void {
    const { works, write, post } = this.#parts
    const last = write(work, said)
    works.said(work.id, last)
    post(last)
  }

  /** How it ended is on the disk before anybody is told, however long that takes. */
  async #end(id: string, said: Ended): Promise<void> {
    const { works, write, post, tools } = this.#parts
    const work = works.find(id)
    if (!work) return
    const last = write(work, said)
    const ended = { stage: 'done', last } as const
    const onError = (error: unknown) => {
      tools.log(`how ${work.item} ended cannot be written yet: ${String(error)}`)
      // What it has fetched may be what takes the room.
      this.#sweep({ ...work, ...ended })
    }
    await writeSurely(() => works.change(id, ended), { signal: tools.signal, onError })
    post(last)
    this.#sweep()
  }

  /** What cannot be removed now is tried again at the next end. */
  #sweep(ended?: Work): void {
    const { works, tools } = this.#parts
    const all = works.all().map((work) => (work.id === ended?.id ? ended : work))
    try {
      sweep(all, tools.config, tools.clock.now())
    } catch (error) {
      tools.log(`what is left of downloads stays for now: ${String(error)}`)
    }
  }

  #broken(work: Work, error: unknown): Ended {
    const text = error instanceof Error ? error.message : String(error)
    this.#parts.tools.log(`${work.item} failed: ${text}`)
    if (isFull(error)) return failed('D107', text)
    return failed(work.type === 'task' ? 'I201' : 'C406', text)
  }
}
