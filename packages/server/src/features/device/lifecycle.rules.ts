import { type CommandName, type Lifecycle, permittedCommands } from '@muster/contract'

interface Permitted {
  /** May hold a connection with a credential of its own. */
  readonly connection: boolean
  /** Snapshots and results are kept, beside the bare sign of life. */
  readonly reports: boolean
  readonly commands: readonly CommandName[]
}

type Link = Omit<Permitted, 'commands'>

const connects: Link = { connection: true, reports: true }
const isOut: Link = { connection: false, reports: false }

/** What a terminal may be sent and asked for in each state. */
const links: Readonly<Record<Lifecycle, Link>> = {
  UNCLAIMED: isOut,
  STOCK: connects,
  ASSIGNED: connects,
  ACTIVE: connects,
  SUSPENDED: connects,
  REPAIR: connects,
  LOST: connects,
  REPLACED: isOut,
  SCRAPPED: isOut,
}

const isLifecycle = (lifecycle: string): lifecycle is Lifecycle => lifecycle in links

/** What a terminal in this state may do; of an unknown state, nothing. */
export function permittedIn(lifecycle: string): Permitted {
  const known = isLifecycle(lifecycle) ? lifecycle : 'SCRAPPED'
  return { ...links[known], commands: permittedCommands[known] }
}

/** States in which a terminal may hold a connection. */
export const lifecyclesThatConnect: readonly string[] = Object.entries(links)
  .filter(([, { connection }]) => connection)
  .map(([lifecycle]) => lifecycle)
