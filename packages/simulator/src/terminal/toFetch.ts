import type { Artifact } from '@muster/contract'
import type { Chance } from '../chance.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { FileDownload } from './download.ts'
import type { DownloadGate } from './downloadGate.ts'
import {
  type Circumstances,
  isForced,
  type TerminalClock,
  waitsFor,
  waitsForWifi,
} from '@muster/terminal'
import type { Inventory } from './inventory.ts'
import type { Machine } from './machine.ts'
import { pause } from './pause.ts'
import type { PlatformFiles } from './platformFiles.ts'
import type { Software } from './software.ts'
import type { Performed, Said, Task } from './taskHandler.ts'

/** What a terminal fetches and installs with. */
export interface InstallerParts {
  readonly machine: Machine
  readonly inventory: Inventory
  readonly software: Software
  readonly clock: TerminalClock
  readonly scenario: Scenario
  readonly seed: string
  readonly signal: AbortSignal
  readonly files: PlatformFiles
  readonly gate: DownloadGate
  readonly reachable: () => Promise<void>
  readonly isReachable: () => boolean
  /** What is installed is another list now. */
  readonly changed: () => void
  /** An application runs with other values now. */
  readonly applied: () => void
}

/** One task under way. */
export interface Work extends Performed {
  readonly task: Task
  readonly chance: Chance
}

export const failed = (code: string): Said => ({ state: 'FAILED', code })

/** Fetches what belongs to a task, telling how far it is; answers why it has not got it. */
export async function fetchArtifact(
  { scenario, files, gate, reachable, isReachable }: InstallerParts,
  { chance, say, signal }: Work,
  artifact: Artifact,
): Promise<Said | null> {
  say({ state: 'RUNNING', step: 'DOWNLOADING', pct: 0, bytes: 0 })
  const download = new FileDownload({
    artifact,
    installs: scenario.installs,
    chance,
    signal,
    ticket: () => files.ticket(artifact),
    reachable,
    isReachable,
    gate,
    progress: (bytes, kbps) =>
      say({
        state: 'RUNNING',
        step: 'DOWNLOADING',
        pct: Math.floor((100 * bytes) / artifact.size),
        bytes,
        kbps,
      }),
  })
  const code = await download.run()
  if (code) return failed(code)
  say({ state: 'RUNNING', step: 'DOWNLOADED', pct: 100, bytes: artifact.size })
  return null
}

/** Waits until it may download: by its task, and by what it was told of all downloads. */
export async function untilWifi(parts: InstallerParts, work: Work): Promise<void> {
  const holds = () =>
    parts.gate.isOpen && !waitsForWifi(work.task.opt, circumstancesOf(parts, false))
  if (holds()) return
  work.say({ state: 'DEFERRED', reason: 'WIFI' })
  while (!holds()) await look(parts, work)
}

/** Waits until nothing is in the way of an installation. Answers what its user has refused. */
export async function untilPermitted(parts: InstallerParts, work: Work): Promise<Said | null> {
  const { task, chance } = work
  const { installs } = parts.scenario
  let refusals = 0
  let told: string | null = null
  const defer = (reason: NonNullable<Said['reason']>) => {
    if (told !== reason) work.say({ state: 'DEFERRED', reason, step: 'INSTALL_WAIT' })
    told = reason
  }
  for (;;) {
    const circumstances = circumstancesOf(parts, chance.happens(installs.busy))
    const reason = waitsFor(task.opt, circumstances)
    if (reason === null && !isToAsk(task, circumstances.now, refusals)) return null
    if (reason === null) {
      if (!chance.happens(installs.declines)) return null
      refusals += 1
      if (task.opt.maxRefuse === undefined) return failed('I211')
    }
    defer(reason ?? 'USER')
    await look(parts, work)
  }
}

function isToAsk({ opt }: Task, now: number, refusals: number): boolean {
  const { ask = false, maxRefuse } = opt
  return ask && !isForced(opt, now) && (maxRefuse === undefined || refusals < maxRefuse)
}

async function look({ scenario }: InstallerParts, { chance, signal }: Work): Promise<void> {
  await pause(chance.between(scenario.installs.look) * 1000, signal)
}

function circumstancesOf({ machine, clock }: InstallerParts, isBusy: boolean): Circumstances {
  const { bat: battery = 100, chg: isCharging = false, net: network = '' } = machine.heartbeat()
  const { timeZone } = machine
  return { now: clock.serverNow(), timeZone, battery, isCharging, network, isBusy }
}
