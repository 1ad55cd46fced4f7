import type { CommandName } from './command.ts'
import type { Lifecycle } from './states.ts'

/** Commands that a terminal may be sent in each state. */
export const permittedCommands: Readonly<Record<Lifecycle, readonly CommandName[]>> = {
  UNCLAIMED: [],
  STOCK: [],
  ASSIGNED: [],
  ACTIVE: ['REBOOT', 'SYNC', 'LOCATE', 'MESSAGE'],
  SUSPENDED: ['MESSAGE'],
  REPAIR: [],
  LOST: ['LOCATE'],
  REPLACED: [],
  SCRAPPED: [],
}
