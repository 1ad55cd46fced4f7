import type { Scenario } from '../scenarios/scenario.ts'
import type { Identity } from '../terminal/identity.ts'
import { VirtualTerminal } from '../terminal/VirtualTerminal.ts'
import { AppFolder } from './appFolder.ts'
import { CredentialStore } from './credentialStore.ts'
import { Journal } from './journal.ts'
import { LetterFolder } from './letterStore.ts'
import { pacer } from './pacer.ts'
import { type Figures, Tally } from './tally.ts'

/** One terminal of an estate, with the enrolment key of its organisation. */
export interface EstateTerminal extends Identity {
  readonly token: string | null
}

export interface FleetOptions {
  /** Address of the broker, e.g. `mqtt://localhost:1883`; null: as the platform says. */
  readonly mqtt: string | null
  /** Where the platform answers HTTP, for brokers that take passwords which it gives. */
  readonly platform?: string | null
  /** Where the platform hands out files; where it answers HTTP unless said. */
  readonly files?: string | null
  readonly terminals: readonly EstateTerminal[]
  readonly scenario: Scenario
  readonly seed: string
  /** Folder that keeps the terminals' credentials, and reports without an answer, for the next run. */
  readonly state: string
  /** File to which everything is appended that a broker acknowledged or the platform answered. */
  readonly record?: string
  /** How many terminals may connect in a second; 100 unless said. */
  readonly connectsPerSecond?: number
}

export interface Fleet {
  readonly terminals: readonly VirtualTerminal[]
  readonly figures: Figures
  /** Says goodbye with every terminal, within two seconds. */
  stop(): Promise<void>
}

/** Switches on virtual terminals; they connect one after the other and run until `stop`. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const store = await CredentialStore.open(options.state)
  const letters = await LetterFolder.open(options.state)
  const apps = await AppFolder.open(options.state)
  const record = options.record ? await Journal.open(options.record) : null
  const tally = new Tally(record)
  const admit = pacer(options.connectsPerSecond ?? 100)
  const { mqtt, platform = null, files = platform, scenario, seed } = options
  const trust = { serverKey: null }
  const shared = {
    mqtt,
    platform,
    files,
    scenario,
    seed,
    begun: Date.now(),
    observer: tally,
    admit,
    trust,
  }
  const terminals = options.terminals.map(({ token, ...identity }) => {
    const { sn } = identity
    return new VirtualTerminal({
      ...shared,
      identity,
      token,
      credential: store.find(sn),
      letters: letters.of(sn),
      apps: apps.of(sn),
      keep: (credential) => store.keep(sn, credential),
    })
  })
  for (const terminal of terminals) terminal.start()
  return {
    terminals,
    get figures() {
      return tally.figures
    },
    async stop() {
      await Promise.all(terminals.map((terminal) => terminal.stop()))
      await store.close()
      await letters.close()
      await apps.close()
      await record?.close()
    },
  }
}
