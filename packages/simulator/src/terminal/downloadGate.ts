import { isUnmetered, type TerminalClock } from '@muster/terminal'
import type { Scenario } from '../scenarios/scenario.ts'
import type { Machine } from './machine.ts'
import { pause } from './pause.ts'

interface Parts {
  readonly machine: Pick<Machine, 'configuration' | 'network' | 'timeZone'>
  readonly clock: Pick<TerminalClock, 'now'>
  readonly scenario: Pick<Scenario, 'installs'>
}

const megabyte = 1_048_576

/** What D-CFG says of downloads, kept by all of a terminal's together. */
export class DownloadGate {
  readonly #parts: Parts
  #running = 0
  /** Bytes of a day over networks that cost by the byte. */
  #spent = { day: '', bytes: 0 }

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Whether bytes may come over the network that it is on now. */
  get isOpen(): boolean {
    const { wifiOnly = false, meteredMb = 0 } = this.#rules
    if (this.#isFree) return true
    return !wifiOnly && (meteredMb === 0 || this.#spentToday() < meteredMb * megabyte)
  }

  /** Kilobytes a second that one download may take now. */
  get kbps(): number {
    const { kbps = 0 } = this.#rules
    return kbps === 0 ? Number.POSITIVE_INFINITY : kbps / Math.max(1, this.#running)
  }

  /** Waits for its turn; whoever is through says when it is over. */
  async enter(signal: AbortSignal): Promise<() => void> {
    while (this.#running >= (this.#rules.atOnce || Number.POSITIVE_INFINITY))
      await this.#look(signal)
    this.#running += 1
    return () => {
      this.#running -= 1
    }
  }

  /** Waits until bytes may come. */
  async untilOpen(signal: AbortSignal): Promise<void> {
    while (!this.isOpen) await this.#look(signal)
  }

  /** These bytes have come. */
  count(bytes: number): void {
    if (!this.#isFree) this.#spent = { day: this.#today(), bytes: this.#spentToday() + bytes }
  }

  #look(signal: AbortSignal): Promise<void> {
    return pause(this.#parts.scenario.installs.look[0] * 1000, signal)
  }

  get #rules() {
    return this.#parts.machine.configuration.downloads ?? {}
  }

  get #isFree(): boolean {
    return isUnmetered(this.#parts.machine.network().type)
  }

  #spentToday(): number {
    return this.#spent.day === this.#today() ? this.#spent.bytes : 0
  }

  #today(): string {
    const { machine, clock } = this.#parts
    return new Intl.DateTimeFormat('en-CA', { timeZone: machine.timeZone }).format(clock.now())
  }
}
