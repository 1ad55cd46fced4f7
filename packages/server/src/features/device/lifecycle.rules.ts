import type { CommandName, lifecycles } from '@muster/contract'

export type Lifecycle = (typeof lifecycles)[number]

interface Permitted {
  /** May hold a connection with a credential of its own. */
  readonly connection: boolean
  /** Snapshots and results are kept, beside the bare sign of life. */
  readonly reports: boolean
  readonly commands: readonly CommandName[]
}

const none: readonly CommandName[] = []

/** functional.md 3.3.1, "Permitted per state". */
export const permitted: Readonly<Record<Lifecycle, Permitted>> = {
  UNCLAIMED: { connection: false, reports: false, commands: none },
  STOCK: { connection: true, reports: true, commands: none },
  ASSIGNED: { connection: true, reports: true, commands: none },
  ACTIVE: { connection: true, reports: true, commands: ['REBOOT', 'SYNC', 'LOCATE', 'MESSAGE'] },
  SUSPENDED: { connection: true, reports: true, commands: ['MESSAGE'] },
  REPAIR: { connection: true, reports: true, commands: none },
  LOST: { connection: true, reports: true, commands: ['LOCATE'] },
  REPLACED: { connection: false, reports: false, commands: none },
  SCRAPPED: { connection: false, reports: false, commands: none },
}

const byName: ReadonlyMap<string, Permitted> = new Map(Object.entries(permitted))

/** What a terminal in this state may do; of an unknown state, nothing. */
export const permittedIn = (lifecycle: string): Permitted =>
  byName.get(lifecycle) ?? permitted.SCRAPPED

/** States in which a terminal may hold a connection. */
export const lifecyclesThatConnect: readonly string[] = Object.entries(permitted)
  .filter(([, { connection }]) => connection)
  .map(([lifecycle]) => lifecycle)
