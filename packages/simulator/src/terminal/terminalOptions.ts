import { chanceOf } from '../chance.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { Identity } from './identity.ts'
import type { AppStore } from './inventory.ts'
import type { Trust } from './line.ts'
import type { Observer } from './observer.ts'
import type { LetterStore, Credential } from '@muster/terminal'

export interface TerminalOptions {
  readonly identity: Identity
  /** Address of the broker; null: as the platform says. */
  readonly mqtt: string | null
  /** Where the platform answers HTTP, for brokers that take passwords which it gives; none unless said. */
  readonly platform?: string | null
  /** Where the platform hands out files and lets its speed be measured; where it answers HTTP unless said. */
  readonly files?: string | null
  /** Enrolment key of its organisation; null for a terminal that has a credential. */
  readonly token: string | null
  readonly credential?: Credential | null
  readonly scenario: Scenario
  readonly seed: string
  /** When the fleet began, epoch milliseconds; now unless said. */
  readonly begun?: number
  readonly observer?: Observer
  /** Waits for its turn to connect; at once unless said. */
  readonly admit?: (signal: AbortSignal) => Promise<void>
  /** Shared by the terminals of one server. */
  readonly trust?: Trust
  /** Keeps letters that wait. */
  readonly letters?: LetterStore | null
  /** Keeps what is installed. */
  readonly apps?: AppStore | null
  /** Keeps a new credential. */
  readonly keep?: (credential: Credential) => void
}

/** How far the clock of a terminal is out, in milliseconds. */
export function drawnSkew({ identity, scenario, seed }: TerminalOptions): number {
  const drawn = chanceOf(seed, identity.sn, 'skew')
  return drawn.between(scenario.skew) * (drawn.happens(0.5) ? 1000 : -1000)
}
