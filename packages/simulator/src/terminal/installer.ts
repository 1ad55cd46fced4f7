import type { Artifact } from '@muster/contract'
import { chanceOf } from '../chance.ts'
import { pause } from './pause.ts'
import type { Performed, Said, Task } from './taskHandler.ts'
import {
  failed,
  fetchArtifact,
  type InstallerParts,
  untilPermitted,
  untilWifi,
  type Work as AnyWork,
} from './toFetch.ts'

/** A task that is about an application. */
export type AppTask = Task & { readonly pkg: string }

interface Work extends AnyWork {
  readonly task: AppTask
}

const done: Said = { state: 'SUCCESS' }

/** Installs and removes applications as a terminal does: when it may, and not always well. */
export class Installer {
  readonly #parts: InstallerParts

  constructor(parts: InstallerParts) {
    this.#parts = parts
  }

  /** Does a task; answers how it ended. */
  async perform(task: AppTask, nth: number, how: Performed): Promise<Said> {
    const { seed, machine } = this.#parts
    const chance = chanceOf(seed, machine.identity.sn, 'task', nth)
    const work = { ...how, task, chance }
    return task.kind === 'APP_INSTALL' ? this.#install(work) : this.#uninstall(work)
  }

  async #uninstall(work: Work): Promise<Said> {
    const { inventory, scenario, signal, changed } = this.#parts
    const { task, chance, say } = work
    const installed = inventory.find(task.pkg)
    if (!installed) return done
    if (installed.src === 'SYSTEM') return failed('I214')
    const refused = await untilPermitted(this.#parts, work)
    if (refused) return refused
    say({ state: 'RUNNING', step: 'INSTALLING' })
    await pause(chance.whole(scenario.installs.takes) / 2, signal)
    if (chance.happens(scenario.installs.fails)) return failed('I213')
    this.#remove(task)
    changed()
    return done
  }

  #remove({ pkg, opt }: AppTask): void {
    const { inventory, machine, software } = this.#parts
    inventory.remove(pkg)
    software.removed(pkg, opt.keepData === true)
    // Nobody starts with what is not there.
    if (machine.commanded.launcher === pkg) machine.commanded.launcher = null
  }

  async #install(work: Work): Promise<Said> {
    const { task, say } = work
    const { artifact } = task
    if (!artifact || task.vc === undefined) return { state: 'REFUSED', code: 'C403' }
    // It did so before it was switched off, and nobody has heard of it.
    if (this.#parts.inventory.find(task.pkg)?.item === task.item) return done
    const fault = this.#faultOf(work, artifact)
    if (fault) return failed(fault)
    await untilWifi(this.#parts, work)
    const missed = await fetchArtifact(this.#parts, work, artifact)
    if (missed) return missed
    say({ state: 'RUNNING', step: 'VERIFIED', bytes: artifact.size })
    return (await untilPermitted(this.#parts, work)) ?? this.#put(work, artifact)
  }

  /** What is wrong before anything is fetched. */
  #faultOf({ task, chance }: Work, { size }: Artifact): string | null {
    const { inventory, machine, scenario } = this.#parts
    const installed = inventory.find(task.pkg)
    const { vc = 0, opt } = task
    if (installed?.vc === vc) return 'I202'
    if (installed && installed.vc > vc && !opt.downgrade) return 'I203'
    const { freeMb = 0 } = machine.heartbeat()
    return chance.happens(scenario.installs.full) || freeMb * 1_048_576 < 2 * size ? 'D107' : null
  }

  async #put({ task, chance, say }: Work, { size }: Artifact): Promise<Said> {
    const { inventory, machine, scenario, clock, signal, changed } = this.#parts
    const { installs } = scenario
    const before = inventory.find(task.pkg)
    say({ state: 'RUNNING', step: 'INSTALLING' })
    const kept = task.opt.uninstallFirst ? undefined : before
    if (before && !kept) {
      this.#remove(task)
      changed()
    }
    await pause(chance.whole(installs.takes), signal)
    if (chance.happens(installs.fails)) return failed('I201')
    const now = clock.now()
    const { pkg: p, vc = 0, vn, item } = task
    const version = { p, vc, ...(vn !== undefined && { vn }), size, item }
    const from = { src: 'PUSH', inst: kept?.inst ?? now, upd: now, en: true } as const
    inventory.put({ ...version, ...from, ...(kept?.sig8 && { sig8: kept.sig8 }) })
    changed()
    say({ state: 'RUNNING', step: 'CONFIRMING' })
    await pause(chance.whole(installs.takes) / 4, signal)
    if (!chance.happens(installs.rollsBack)) {
      if (task.opt.launcher) machine.commanded.launcher = p
      return done
    }
    if (kept) inventory.put(kept)
    else inventory.remove(p)
    changed()
    return failed('I215')
  }
}
