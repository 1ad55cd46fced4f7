import { isJsonPackage } from '@muster/contract'
import { type Chance, chanceOf } from '../chance.ts'
import { isUnmetered, largeParamBytes, readArchive } from '@muster/terminal'
import type { AppTask } from './installer.ts'
import { pause } from './pause.ts'
import type { Performed, Said } from './taskHandler.ts'
import { failed, type InstallerParts } from './toFetch.ts'

/** Fetches the values of an application's parameters, and gives them to it. */
export class ParamTasks {
  readonly #parts: InstallerParts

  constructor(parts: InstallerParts) {
    this.#parts = parts
  }

  /** Does a task; answers how it ended. */
  async perform(task: AppTask, nth: number, { say, signal }: Performed): Promise<Said> {
    const { machine, inventory, software, scenario, seed, reachable, applied } = this.#parts
    // A document is for the terminal itself.
    if (!isJsonPackage(task.pkg) && !inventory.find(task.pkg)) return failed('P305')
    const chance = chanceOf(seed, machine.identity.sn, 'param', nth)
    const look = () => pause(chance.between(scenario.installs.look) * 1000, signal)
    await reachable()
    if (task.opt.wifiOnly && !isUnmetered(machine.heartbeat().net)) {
      say({ state: 'DEFERRED', reason: 'WIFI' })
      while (!isUnmetered(machine.heartbeat().net)) await look()
    }
    say({ state: 'RUNNING', step: 'DOWNLOADING', pct: 0, bytes: 0 })
    const fetched = await this.#fetch(task, { say, signal })
    if ('code' in fetched) return failed(fetched.code)
    const { read, size } = fetched
    say({ state: 'RUNNING', step: 'DOWNLOADED', pct: 100, bytes: size })
    if (!read || read.manifest.package !== task.pkg) return failed('D105')
    say({ state: 'RUNNING', step: 'VERIFIED', bytes: size })
    if (task.opt.ask && chance.happens(scenario.installs.busy)) {
      say({ state: 'DEFERRED', reason: 'USER' })
      await look()
    }
    await pause(chance.whole(scenario.answers.run), signal)
    if (chance.happens(scenario.installs.fails)) return failed('P308')
    const refused = chance.happens(scenario.choosy) ? refusedOf(read.values, chance) : null
    const taken = refused ? without(read.values, refused, machine.params.of(task.pkg)) : read.values
    machine.params.apply(task.pkg, taken)
    machine.params.keepFiles(task.pkg, read)
    if (task.opt.restart) {
      software.stop(task.pkg)
      software.start(task.pkg)
    }
    applied()
    if (refused !== null)
      return {
        ...failed('P309'),
        refused: [{ p: refused, why: 'the application does not know this value' }],
      }
    return { state: 'SUCCESS' }
  }

  /** What differs from what it holds; the whole where that does not make what it should. */
  async #fetch({ item, pkg }: AppTask, how: Performed) {
    const { machine, gate } = this.#parts
    const [held, have] = [machine.params.of(pkg), machine.params.hashOf(pkg)]
    for (const base of have === undefined ? [undefined] : [have, undefined]) {
      const fetched = await this.#archive({ item, have: base }, how)
      if ('code' in fetched) return fetched
      const { bytes, secret } = fetched
      gate.count(bytes.length)
      const read = await readArchive(bytes, secret, held).catch(() => null)
      if (read || base === undefined) return { read, size: bytes.length }
    }
    throw new Error('nothing was asked for')
  }

  /** A large one waits as every download does. */
  async #archive({ item, have }: { item: string; have: string | undefined }, how: Performed) {
    const { files, gate } = this.#parts
    for (;;) {
      const mostBytes = gate.isOpen ? undefined : largeParamBytes
      const fetched = await files.params(item, { have, mostBytes })
      if ('wait' in fetched) {
        await pause(fetched.wait * 1000, how.signal)
        continue
      }
      if (!('size' in fetched)) return fetched
      how.say({ state: 'DEFERRED', reason: 'WIFI' })
      await gate.untilOpen(how.signal)
      how.say({ state: 'RUNNING', step: 'DOWNLOADING', pct: 0, bytes: 0 })
    }
  }
}

type Values = Readonly<Record<string, string>>

/** The parameter that the application does not take; null: there is none. */
const refusedOf = (values: Values, chance: Chance): string | null => {
  const names = Object.keys(values).toSorted()
  return names[chance.whole([0, Math.max(0, names.length - 1)])] ?? null
}

/** Of what is not taken the old value stays, where there was any. */
function without(values: Values, name: string, before: Values | null): Values {
  const { [name]: _, ...others } = values
  const old = before?.[name]
  return old === undefined ? others : { ...others, [name]: old }
}
