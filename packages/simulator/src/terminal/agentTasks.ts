import { chanceOf } from '../chance.ts'
import { askTicket } from './fileSource.ts'
import { Installer, type InstallerParts } from './installer.ts'
import { type Credential, makePassword } from './proof.ts'
import { TaskHandler, type TaskHandlerParts } from './taskHandler.ts'

interface Parts
  extends Omit<InstallerParts, 'ticket'>,
    Pick<TaskHandlerParts, 'report' | 'repeat' | 'received' | 'underWay'> {
  /** Where the platform answers HTTP; null: the terminal knows the broker only. */
  readonly platform: string | null
  readonly credential: () => Credential | null
}

/** What carries out the tasks of a terminal. */
export function makeTaskHandler(parts: Parts): TaskHandler {
  const { machine, clock, signal, platform, scenario, seed } = parts
  const { sn } = machine.identity
  const installer = new Installer({
    ...parts,
    ticket: async ({ ticket }) => {
      const { secret } = parts.credential() ?? {}
      if (platform === null || secret === undefined) return { code: 'D101' }
      const proof = makePassword(sn, secret, clock.serverNow())
      return askTicket({ platform, proof, sn, ticket, signal })
    },
  })
  return new TaskHandler({
    ...parts,
    acknowledge: (nth) => chanceOf(seed, sn, 'taken', nth).whole(scenario.answers.acknowledge),
    perform: (task, nth, how) => installer.perform(task, nth, how),
  })
}
