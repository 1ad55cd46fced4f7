/** Life cycle of a terminal. */
export const lifecycles = [
  'UNCLAIMED',
  'STOCK',
  'ASSIGNED',
  'ACTIVE',
  'SUSPENDED',
  'REPAIR',
  'LOST',
  'REPLACED',
  'SCRAPPED',
] as const
export type Lifecycle = (typeof lifecycles)[number]

/** Whether a terminal is locked: by the commands that were given, and by its own word. */
export const lockStates = ['NONE', 'LOCKING', 'LOCKED', 'UNLOCKING'] as const
export type LockState = (typeof lockStates)[number]

/** Whether a terminal is there. */
export const presences = ['ONLINE', 'OFFLINE', 'NEVER'] as const
