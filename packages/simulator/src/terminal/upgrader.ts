import type { Artifact, UpgradeNotice } from '@muster/contract'
import { chanceOf } from '../chance.ts'
import { pause } from './pause.ts'
import type { Performed, Said, Task } from './taskHandler.ts'
import {
  failed,
  fetchArtifact,
  type InstallerParts,
  untilPermitted,
  untilWifi,
  type Work,
} from './toFetch.ts'

export interface UpgraderParts extends InstallerParts {
  /** What the terminal runs is another version now. */
  readonly upgraded: () => void
  readonly reboot: () => Promise<void>
  /** It does not start any more: nobody hears of it again. */
  readonly die: () => Promise<never>
}

/** An upgrade as it was wanted. */
interface Wanted extends Work {
  readonly upgrade: UpgradeNotice
  readonly artifact: Artifact
}

const megabyte = 1_048_576
const well: Said = { state: 'SUCCESS', result: { health: 'ok' } }

/** Replaces firmware and other parts of a terminal: not always well. */
export class Upgrader {
  readonly #parts: UpgraderParts

  constructor(parts: UpgraderParts) {
    this.#parts = parts
  }

  /** Does a task; answers how it ended. */
  async perform(task: Task, nth: number, how: Performed): Promise<Said> {
    const { seed, machine } = this.#parts
    const { upgrade, artifact } = task
    if (!upgrade || !artifact) return { state: 'REFUSED', code: 'C403' }
    // It did so before it was switched off, and nobody has heard of it.
    if (machine.parts.itemOf(upgrade.part) === task.item) return well
    const chance = chanceOf(seed, machine.identity.sn, 'upgrade', nth)
    const work = { ...how, task, chance, upgrade, artifact }
    const fault = this.#faultOf(work)
    if (fault) return failed(fault)
    await untilWifi(this.#parts, work)
    const missed = await fetchArtifact(this.#parts, work, artifact)
    if (missed) return missed
    if (chance.happens(this.#parts.scenario.upgrades.badHash)) return failed('D105')
    work.say({ state: 'RUNNING', step: 'VERIFIED', bytes: artifact.size })
    return (await untilPermitted(this.#parts, work)) ?? this.#put(work)
  }

  /** What is wrong before anything is fetched. */
  #faultOf({ task, chance, upgrade, artifact }: Wanted): string | null {
    const { machine, scenario } = this.#parts
    const running = machine.versionOf(upgrade.part)
    if (running === upgrade.version) return 'I202'
    if (upgrade.from && !upgrade.from.includes(running ?? '')) return 'I208'
    const { freeMb = 0 } = machine.heartbeat()
    const needed = upgrade.freeMb ?? (2 * artifact.size) / megabyte
    if (!task.opt.force && chance.happens(scenario.upgrades.full)) return 'D107'
    return freeMb < needed ? 'D107' : null
  }

  async #put(work: Wanted): Promise<Said> {
    const { machine, scenario, signal, upgraded, reboot, die } = this.#parts
    const { chance, say, task, upgrade } = work
    const { part, version } = upgrade
    const { upgrades, installs } = scenario
    say({ state: 'RUNNING', step: 'INSTALLING' })
    await pause(chance.whole(installs.takes), signal)
    if (chance.happens(upgrades.fails)) return failed('I201')
    const before = machine.versionOf(part)
    if (upgrade.reboot) {
      say({ state: 'RUNNING', step: 'REBOOTING' })
      if (chance.happens(upgrades.silent)) return die()
    }
    // From then on it would start with the new version, whatever happens.
    machine.parts.put(part, version, task.item)
    if (upgrade.reboot) await reboot()
    else upgraded()
    say({ state: 'RUNNING', step: 'CONFIRMING' })
    await pause(chance.whole(installs.takes) / 4, signal)
    if (!chance.happens(upgrades.rollsBack)) {
      machine.payments.isBroken = chance.happens(upgrades.unpaid)
      return well
    }
    // The version before is still there, and it starts with that again.
    machine.parts.put(part, before ?? '', '')
    if (upgrade.reboot) await reboot()
    else upgraded()
    return failed('I215')
  }
}
