/** What is done to the applications of a terminal, beside the commands of `command.ts`. */
export const appTaskKinds = ['APP_INSTALL', 'APP_UNINSTALL'] as const
export type AppTaskKind = (typeof appTaskKinds)[number]

/** How far an installation is while its item is `RUNNING`. */
export const taskSteps = [
  'DOWNLOADING',
  'DOWNLOADED',
  'VERIFIED',
  'INSTALL_WAIT',
  'INSTALLING',
  'CONFIRMING',
] as const
export type TaskStep = (typeof taskSteps)[number]

/** Why a terminal comes to a task later: what the task's options ask for is not so yet. */
export const deferReasons = ['WINDOW', 'WIFI', 'BATTERY', 'CHARGER', 'IDLE', 'USER'] as const
export type DeferReason = (typeof deferReasons)[number]

/** Where an installed application comes from. */
export const appSources = ['SYSTEM', 'STORE', 'PUSH', 'SIDE_LOADED'] as const
export type AppSource = (typeof appSources)[number]
