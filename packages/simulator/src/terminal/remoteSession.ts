import type { CommandRequest } from '@muster/contract'
import type { Done } from './done.ts'

export type RemoteArguments = Extract<CommandRequest, { cmd: 'REMOTE_START' }>['args']

/** A remote session as the terminal keeps it: its user has agreed, and it ends by itself. */
export class RemoteSession {
  readonly #now: () => number
  /** Whether its user says no to what an item asks. */
  readonly #declines: (item: string) => boolean
  #until = 0

  constructor(now: () => number, declines: (item: string) => boolean) {
    this.#now = now
    this.#declines = declines
  }

  get isOpen(): boolean {
    return this.#now() < this.#until
  }

  /** Asks its user; who says no, or is in a session already, gets none. */
  begin({ mode, minutes, consent }: RemoteArguments, item: string): Done {
    if (this.isOpen) return { code: 'C404' }
    if (consent && this.#declines(item)) return { code: 'C405' }
    this.#until = this.#now() + minutes * 60_000
    return { result: { mode, until: new Date(this.#until).toISOString() } }
  }

  end(): void {
    this.#until = 0
  }
}
