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

/** What is wrong with the security of a terminal, the gravest first; OK: it has told of itself, and nothing is. */
export const securityStates = ['TAMPERED', 'ROOTED', 'KEY_MISSING', 'CLONE_SUSPECT', 'OK'] as const
export type SecurityState = (typeof securityStates)[number]

/** Whether it runs with the parameters that it should have; BEHIND: with some not yet; DRIFT: they were changed there. */
export const paramStands = ['IN_SYNC', 'BEHIND', 'DRIFT'] as const
export type ParamStand = (typeof paramStands)[number]

/**
 * How a terminal stands to a functional profile in force. HELD: it has confirmed settings with this revision; BEHIND:
 * what it confirmed last is older than the revision, or than its coming to where the profile holds; SILENT: it has
 * confirmed none; REFUSED: it has confirmed them, and says that it cannot do some of what the profile says.
 */
export const profileStands = ['HELD', 'BEHIND', 'SILENT', 'REFUSED'] as const
export type ProfileStand = (typeof profileStands)[number]
