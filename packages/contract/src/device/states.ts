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

/** Whether a terminal is there. */
export const presences = ['ONLINE', 'OFFLINE', 'NEVER'] as const
