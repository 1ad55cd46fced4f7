import { commandsIn } from './command.ts'
import type { CommandName } from './commandSchemas.ts'
import type { Lifecycle } from './states.ts'
import type { TaskKind } from './taskKinds.ts'

/** What the platform does with a terminal in one state of its life. */
export interface Permitted {
  /** May hold a connection with a credential of its own. */
  readonly connection: boolean
  /** Its signs of life are kept. */
  readonly heartbeat: boolean
  /** Snapshots and results are kept, beside the bare sign of life. */
  readonly reports: boolean
  /** Which of its events may become alarms; `contact`: only that it was heard of at all. */
  readonly alarms: 'all' | 'security' | 'contact' | 'none'
  readonly commands: readonly CommandName[]
  /** What is brought to it by tasks, plans and deliveries. */
  readonly tasks: readonly TaskKind[]
  /** What whoever gives a command or task to it needs beside the right to give it; null: nothing. */
  readonly permission: string | null
  /** It tells that it is there and where it is at least once in so many minutes; null: as it is set. */
  readonly watchMinutes: number | null
  /** Its absence counts against what was promised for its organisation. */
  readonly countsInSla: boolean
}

/** The right to serve terminals that are in repair. */
export const depotPermission = 'DEVICE_DEPOT'

const connects = { connection: true, heartbeat: true, reports: true } as const
const isOut = { connection: false, heartbeat: false, reports: false } as const
const idle = {
  alarms: 'none',
  commands: [],
  tasks: [],
  permission: null,
  watchMinutes: null,
  countsInSla: false,
} as const

/** What is permitted per state: the one table that server and console read. */
export const permittedPerState: Readonly<Record<Lifecycle, Permitted>> = {
  UNCLAIMED: { ...isOut, ...idle },
  STOCK: { ...connects, ...idle },
  ASSIGNED: { ...connects, ...idle },
  ACTIVE: {
    ...connects,
    ...idle,
    alarms: 'all',
    commands: commandsIn('ACTIVE'),
    tasks: ['APP_INSTALL', 'APP_UNINSTALL', 'PARAM', 'UPGRADE'],
    countsInSla: true,
  },
  SUSPENDED: { ...connects, ...idle, alarms: 'security', commands: commandsIn('SUSPENDED') },
  REPAIR: {
    ...connects,
    ...idle,
    alarms: 'security',
    commands: commandsIn('REPAIR'),
    tasks: ['APP_INSTALL', 'APP_UNINSTALL', 'UPGRADE'],
    permission: depotPermission,
  },
  LOST: { ...connects, ...idle, alarms: 'all', commands: commandsIn('LOST'), watchMinutes: 1 },
  REPLACED: { ...isOut, ...idle, alarms: 'contact' },
  SCRAPPED: { ...isOut, ...idle, alarms: 'contact' },
}

/** What must be true of a terminal before a move, beside its state. */
export type MoveGuard =
  /** It has told of itself within the last day and since it went to repair, and nothing is wrong with its keys. */
  | 'KEYS_AND_INFORMATION'
  /** Another terminal that is not in use yet takes its place. */
  | 'SUCCESSOR'
  /** Somebody says that its keys are erased, or it was wiped since its last contact. */
  | 'KEYS_ERASED'

export interface LifeMove {
  readonly from: readonly Lifecycle[]
  /** Where it leads to, the usual one first; `same`: it stays what it is. */
  readonly to: readonly Lifecycle[] | 'same'
  readonly guard?: MoveGuard
}

/** Every move that a person can make with a terminal: from, event, to, guard. */
export const lifeMoves = {
  /** Given to an organisation below the platform's own, by a move or its form. */
  ASSIGN: { from: ['STOCK'], to: ['ASSIGNED'] },
  ACTIVATE: { from: ['ASSIGNED'], to: ['ACTIVE'] },
  SUSPEND: { from: ['ACTIVE'], to: ['SUSPENDED'] },
  RESUME: { from: ['SUSPENDED'], to: ['ACTIVE'] },
  /** To another organisation; one that is not in use yet is in stock or assigned by where it is. */
  MOVE: { from: ['STOCK', 'ASSIGNED', 'ACTIVE', 'SUSPENDED'], to: 'same' },
  REPAIR: { from: ['ACTIVE', 'ASSIGNED'], to: ['REPAIR'] },
  /** Back to what it was: one that was never in use is activated as any other. */
  RETURN: { from: ['REPAIR'], to: ['ACTIVE', 'ASSIGNED'], guard: 'KEYS_AND_INFORMATION' },
  LOSE: { from: ['ACTIVE'], to: ['LOST'] },
  FIND: { from: ['LOST'], to: ['ACTIVE', 'REPAIR'] },
  SWAP: { from: ['ACTIVE', 'REPAIR'], to: ['REPLACED'], guard: 'SUCCESSOR' },
  /** The other side of a swap. */
  SUCCEED: { from: ['STOCK', 'ASSIGNED'], to: ['ACTIVE'] },
  SCRAP: {
    from: ['STOCK', 'REPAIR', 'REPLACED', 'SUSPENDED'],
    to: ['SCRAPPED'],
    guard: 'KEYS_ERASED',
  },
} as const satisfies Readonly<Record<string, LifeMove>>

export type LifeEvent = keyof typeof lifeMoves

/** The moves as such, whose literal types nobody needs to know. */
export const lifeMove = (event: LifeEvent): LifeMove => lifeMoves[event]

/** Whether a terminal's state permits a move. */
export const mayMove = (lifecycle: Lifecycle, event: LifeEvent): boolean =>
  lifeMove(event).from.includes(lifecycle)

/** The states that a move begins in. */
export const startsOf = (event: LifeEvent): readonly Lifecycle[] => lifeMove(event).from
