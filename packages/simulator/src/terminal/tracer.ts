import { type TraceArguments, traceArguments } from '@muster/contract'
import { matcherOf, TraceSender } from '@muster/terminal'
import type { Command } from './commandHandler.ts'
import type { Session } from './session.ts'
import type { TerminalLog } from './terminalLog.ts'

/** Milliseconds between two looks at what was written down meanwhile. */
const lookMs = 1000

/** The trace of a terminal: one at a time. */
export class Tracer {
  readonly #log: TerminalLog
  readonly #signal: AbortSignal
  readonly #session: () => Pick<Session, 'pass'> | null
  #sender: TraceSender | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(log: TerminalLog, signal: AbortSignal, session: () => Pick<Session, 'pass'> | null) {
    this.#log = log
    this.#signal = signal
    this.#session = session
  }

  /** Begins or ends a trace as a command says; null: done, else the code of what is wrong. */
  obey({ cmd, item, args }: Pick<Command, 'cmd' | 'item' | 'args'>): string | null {
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
    const log = this.#log
    const sender = new TraceSender(
      {
        item,
        args,
        signal: this.#signal,
        send: async (piece) => (await this.#session()?.pass('log', piece)) ?? false,
        ended: () => this.#end(),
      },
      isWanted,
    )
    this.#sender = sender
    log.listen((kind, line) => sender.see(kind, line))
    this.#timer = setInterval(() => log.tellChatter(), lookMs)
    return null
  }

  #end(): void {
    clearInterval(this.#timer)
    this.#log.listen(null)
    this.#sender = null
  }
}
