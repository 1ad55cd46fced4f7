/** What is done with applications. */
export const appKinds = ['APP_INSTALL', 'APP_UNINSTALL'] as const
export type AppKind = (typeof appKinds)[number]

/** Values of an application's parameters. */
export const paramKinds = ['PARAM'] as const

/** Another version of a part of the terminal itself. */
export const upgradeKinds = ['UPGRADE'] as const

/** What a terminal is told by D-TASK. */
export const taskKinds = [...appKinds, ...paramKinds, ...upgradeKinds] as const

export type TaskKind = (typeof taskKinds)[number]
