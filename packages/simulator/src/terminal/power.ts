import { chanceOf } from '../chance.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { Line } from './line.ts'
import type { Machine } from './machine.ts'
import { pause } from './pause.ts'

interface Parts {
  readonly machine: Machine
  readonly line: () => Pick<Line, 'hold' | 'release' | 'end' | 'session'>
  readonly scenario: Scenario
  readonly seed: string
  readonly signal: AbortSignal
  /** Reports that the platform has not answered yet. */
  readonly unanswered: () => number
  readonly untilOnline: () => Promise<void>
  readonly untilOffline: () => Promise<void>
}

/** How a terminal is switched off and restarted. */
export class Power {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Goes when its word on that is heard, and stays away until somebody presses its button. */
  async switchOff(): Promise<void> {
    const { machine, line, scenario, seed, signal, untilOffline } = this.#parts
    await this.#untilHeard()
    line().hold(false, 'off')
    await untilOffline()
    const chance = chanceOf(seed, machine.identity.sn, 'off', machine.bootCount)
    await pause(chance.between(scenario.off) * 1000, signal)
    machine.restart()
    line().release()
  }

  /** Leaves, comes back as a new boot session, and only then is done. */
  async reboot(delay: number): Promise<void> {
    const { machine, line, signal, untilOnline, untilOffline } = this.#parts
    await pause(delay * 1000, signal)
    if (line().session !== null) line().end('reboot', false)
    await untilOffline()
    machine.restart()
    await untilOnline()
  }

  /** Leaves, and never comes back. */
  async die(): Promise<never> {
    const { line, signal, untilOffline } = this.#parts
    await this.#untilHeard()
    line().hold(false, 'off')
    await untilOffline()
    return new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  }

  /** First its report must be written; nobody waits for an answer for ever. */
  async #untilHeard(): Promise<void> {
    const { signal, unanswered } = this.#parts
    for (let waited = 0; waited < 100 && (waited < 2 || unanswered() > 0); waited += 1)
      await pause(50, signal)
  }
}
