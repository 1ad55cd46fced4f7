/** Why a terminal comes to a task later: what the task's options ask for is not so yet. */
export const deferReasons = ['WINDOW', 'WIFI', 'BATTERY', 'CHARGER', 'IDLE', 'USER'] as const
export type DeferReason = (typeof deferReasons)[number]

/** Where an installed application comes from. */
export const appSources = ['SYSTEM', 'STORE', 'PUSH', 'SIDE_LOADED'] as const
export type AppSource = (typeof appSources)[number]
