import {
  type Artifact,
  type CommandName,
  commandArguments,
  type CommandRequest,
  type DeviceEnvelope,
  deviceMessages,
  isCommandName,
  isProved,
  isTraceCommand,
} from '@muster/contract'
import * as z from 'zod/mini'
import type { TerminalClock, BodyOf, Letter } from '@muster/terminal'
import type { Fate } from './fate.ts'
import { pause } from './pause.ts'
import type { Done } from './done.ts'
import type { UnderWay } from './underWay.ts'

type TaskBody = BodyOf<'task'>

/** A command as it arrived. */
export interface Command {
  readonly messageId: string
  readonly item: string
  readonly cmd: string
  readonly args: Readonly<Record<string, unknown>>
  readonly attempt: number
  /** The file that it brings. */
  readonly artifact?: Artifact | undefined
  /** Serial number of the terminal that is meant, where the command is a dangerous one. */
  readonly sn?: string | undefined
  /** Epoch milliseconds; 0: never. */
  readonly exp: number
}

/** A command whose name and arguments are in order. */
export type KnownCommand = CommandRequest

export interface CommandHandlerParts {
  readonly sn: string
  readonly clock: TerminalClock
  readonly signal: AbortSignal
  readonly underWay: UnderWay
  readonly lateWithin: number
  /** Whether the terminal is made for it. */
  can(cmd: CommandName): boolean
  /** Whether what it was told of itself forbids it. */
  isForbidden(command: KnownCommand): boolean
  /** What becomes of the terminal's nth command. */
  fateOf(nth: number): Fate
  /** Does what the command says; settles when it is done, for REBOOT and WIPE after the return. */
  perform(command: KnownCommand, how: CommandReport): Promise<Done>
  /** Begins or ends a trace; null: done, else the code of what is wrong. */
  trace(command: Command): string | null
  /** Writes a report and hands it to the outbox; answers it, so that it can be repeated. */
  report(command: Command, body: TaskBody, isDoubled: boolean): Letter
  repeat(letter: Letter): void
  received(command: Command): void
}

/** Leaves room for commands that this version does not know: they are refused, not ignored. */
const notice = z.object({
  item: z.string().check(z.uuid()),
  cmd: z.string(),
  args: z.record(z.string(), z.unknown()),
  attempt: z.int(),
  artifact: deviceMessages.commandNotice.body.shape.artifact,
  sn: z.optional(z.string()),
})

type Said = Pick<TaskBody, 'pct' | 'step' | 'bytes' | 'kbps' | 'code' | 'result'>
type Say = (state: TaskBody['state'], more?: Said) => void

/** A command as it came, and how to tell how far it is. */
export interface CommandReport {
  readonly command: Command
  readonly say: Say
}

/** A command that is being carried out; `going` ends when it is called off. */
interface Obeyed {
  readonly command: Command
  readonly known: KnownCommand
  readonly fate: Fate
  readonly going: AbortSignal
}

/** So many commands are known again when they come twice. */
const remembered = 500

const texts: Readonly<Record<string, string>> = {
  C401: 'not supported',
  C402: 'not permitted by policy',
  C403: 'bad arguments',
  C404: 'busy',
  C405: 'the user did not consent',
  C406: 'took too long',
  D101: 'no way to the server',
  D103: 'the server refused',
  D104: 'the download broke off too often',
  D105: 'the bytes are not those of the hash',
  D107: 'no space',
  I214: 'part of the system',
  P305: 'not installed',
  S601: 'expired',
  S602: 'called off',
}

/** Takes commands, each message id at most once, and reports each step. */
export class CommandHandler {
  readonly #parts: CommandHandlerParts
  /** The last report of each known message. */
  readonly #known = new Map<string, Letter | null>()
  #count = 0

  constructor(parts: CommandHandlerParts) {
    this.#parts = parts
  }

  /** Answers whether the message was a command at all. */
  take({ id, exp, body }: DeviceEnvelope): boolean {
    const { data } = notice.safeParse(body)
    if (!data) return false
    const known = this.#known.get(id)
    if (known) this.#parts.repeat(known)
    if (known !== undefined) return true
    this.#remember(id)
    const command = { ...data, messageId: id, exp: exp ?? 0 }
    this.#parts.received(command)
    const fate = this.#parts.fateOf(this.#count)
    this.#count += 1
    // Only a terminal that is switched off breaks the work off; its memory ends with it.
    this.#carryOut(command, fate).catch(() => undefined)
    return true
  }

  /** Repeats the last report of each of these commands that it knows. */
  tellAgain(items: readonly string[]): void {
    const asked = new Set(items)
    for (const letter of this.#known.values()) {
      const item = letter?.topic.split('/').at(-1)
      if (letter && item && asked.has(item)) this.#parts.repeat(letter)
    }
  }

  #remember(id: string): void {
    this.#known.set(id, null)
    const [oldest] = this.#known.keys()
    if (this.#known.size > remembered && oldest) this.#known.delete(oldest)
  }

  async #carryOut(command: Command, fate: Fate): Promise<void> {
    const say: Say = (state, more = {}) => this.#report(command, { state, ...more }, fate.isDoubled)
    const { clock, signal, underWay } = this.#parts
    if (command.exp > 0 && command.exp < clock.serverNow()) return say('EXPIRED', { code: 'S601' })
    if (isTraceCommand(command.cmd)) return this.#trace(command, say)
    const known = readCommand(command)
    if ('code' in known) return say('REFUSED', known)
    // Meant for another terminal, or for none: whoever sent it is not to be obeyed.
    if (isProved(known.cmd) && command.sn !== this.#parts.sn)
      return say('REFUSED', { code: 'C402' })
    if (underWay.isCalledOff(command)) return say('CANCELLED', { code: 'S602' })
    if (!this.#parts.can(known.cmd)) return say('REFUSED', { code: 'C401' })
    if (this.#parts.isForbidden(known)) return say('REFUSED', { code: 'C402' })
    const going = underWay.begin(command.item)
    try {
      await pause(fate.acknowledge, going)
      await this.#obey({ command, known, fate, going }, say)
    } catch (error) {
      if (!going.aborted || signal.aborted) throw error
      say('CANCELLED', { code: 'S602' })
    } finally {
      underWay.pass(command.item)
    }
  }

  /** What it writes down is sent from now on, or no more: that is no work that takes a while. */
  #trace(command: Command, say: Say): void {
    if (!this.#parts.can('LOG_PULL')) return say('REFUSED', { code: 'C401' })
    const code = this.#parts.trace(command)
    if (code === null) say('SUCCESS')
    else say('REFUSED', { code })
  }

  async #obey({ command, known, fate, going }: Obeyed, say: Say): Promise<void> {
    const { code } = fate
    if (fate.end === 'REFUSED') return say('REFUSED', { ...(code && { code }) })
    say('ACKED')
    // It says no more, whoever asks.
    if (fate.end === 'NOTHING') return void this.#known.set(command.messageId, null)
    await this.#run(fate, going, (pct) => say('RUNNING', { pct }))
    // What has begun is not called off any more.
    this.#parts.underWay.pass(command.item)
    const done =
      fate.end === 'SUCCESS'
        ? await this.#parts.perform(known, { command, say })
        : { ...(code && { code }) }
    if (fate.isLate) await this.#untilExpired(command)
    say(done.code === undefined ? fate.end : endOf(done.code), done)
  }

  /** Work that takes a while tells how far it is, three times. */
  async #run({ run }: Fate, signal: AbortSignal, say: (percent: number) => void): Promise<void> {
    if (run < 300) return pause(run, signal)
    for (const percent of [10, 40, 75]) {
      say(percent)
      await pause(run / 3, signal)
    }
  }

  async #untilExpired({ exp }: Command): Promise<void> {
    const { clock, lateWithin, signal } = this.#parts
    const left = exp - clock.serverNow()
    if (exp > 0 && left < lateWithin * 1000) await pause(left + 1500, signal)
  }

  #report(command: Command, said: Pick<TaskBody, 'state'> & Said, isDoubled: boolean): void {
    const { item, attempt, messageId } = command
    const msg = texts[said.code ?? '']
    const body = { item, ...said, ...(msg && { msg }), at: this.#parts.clock.now(), attempt }
    const letter = this.#parts.report(command, body, isDoubled)
    if (this.#known.has(messageId)) this.#known.set(messageId, letter)
  }
}

/** What its user says no to is refused, not failed. */
const endOf = (code: string) => (code === 'C405' ? 'REFUSED' : 'FAILED')

function readCommand({ cmd, args }: Command): KnownCommand | { readonly code: string } {
  if (!isCommandName(cmd)) return { code: 'C401' }
  return commandArguments().safeParse({ cmd, args }).data ?? { code: 'C403' }
}
