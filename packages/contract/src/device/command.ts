import * as z from 'zod/mini'

const none = z.strictObject({})

/** Arguments per command; `LOCATE` and `SYNC` answer with snapshots. */
export const commandSchemas = {
  REBOOT: z.strictObject({
    /** Seconds that it waits before. */
    delay: z._default(z.int().check(z.minimum(0), z.maximum(3600)), 0),
  }),
  SYNC: z.strictObject({
    /** Sends U-INFO. */
    info: z._default(z.boolean(), true),
    /** Sends U-NET. */
    net: z._default(z.boolean(), true),
    /** Sends U-LOC. */
    location: z._default(z.boolean(), false),
  }),
  LOCATE: none,
  MESSAGE: z.strictObject({
    /** Shown above the text. */
    title: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
    /** What the merchant reads. */
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(256)),
    /** Stays until the merchant confirms it. */
    mustRead: z._default(z.boolean(), false),
  }),
  WIPE: none,
} as const

export type CommandName = keyof typeof commandSchemas
export const commandNames = [
  'REBOOT',
  'SYNC',
  'LOCATE',
  'MESSAGE',
  'WIPE',
] as const satisfies readonly CommandName[]

/** Which button code a user needs for each command. */
export const commandPermissions: Readonly<Record<CommandName, string>> = {
  REBOOT: 'DEVICE_REBOOT',
  SYNC: 'DEVICE_SYNC',
  LOCATE: 'DEVICE_SYNC',
  MESSAGE: 'DEVICE_MESSAGE',
  WIPE: 'DEVICE_WIPE',
}

/** Commands that change something on a terminal or speak to its merchant wait for the end of a blackout. */
export const waitsInBlackout: Readonly<Record<CommandName, boolean>> = {
  REBOOT: true,
  SYNC: false,
  LOCATE: false,
  MESSAGE: true,
  WIPE: true,
}

const instant = {
  /** Seconds until the command expires unanswered; as `task.default.ttl.hours` says unless said. */
  ttlSeconds: z.optional(z.int().check(z.minimum(10), z.maximum(2_592_000))),
}

/** What a call says of each command beside its terminal. */
export const commandBodies = {
  REBOOT: { args: z._default(commandSchemas.REBOOT, { delay: 0 }), ...instant },
  SYNC: {
    args: z._default(commandSchemas.SYNC, { info: true, net: true, location: false }),
    ...instant,
  },
  LOCATE: { args: z._default(commandSchemas.LOCATE, {}), ...instant },
  MESSAGE: { args: commandSchemas.MESSAGE, ...instant },
} as const

/** Body of `POST …/device/command/{id}`: `{ cmd, args }`. */
export const commandArguments = z.discriminatedUnion('cmd', [
  z.strictObject({ cmd: z.literal('REBOOT'), ...commandBodies.REBOOT }),
  z.strictObject({ cmd: z.literal('SYNC'), ...commandBodies.SYNC }),
  z.strictObject({ cmd: z.literal('LOCATE'), ...commandBodies.LOCATE }),
  z.strictObject({ cmd: z.literal('MESSAGE'), ...commandBodies.MESSAGE }),
])
export type CommandRequest = z.output<typeof commandArguments>

/** Commands that people ask for one by one; a WIPE comes with a move. */
export const askedCommands = [
  'REBOOT',
  'SYNC',
  'LOCATE',
  'MESSAGE',
] as const satisfies readonly CommandRequest['cmd'][]
export type AskedCommand = (typeof askedCommands)[number]

/** A command as a terminal is given it: one that somebody asks for, or what comes with a move. */
export type GivenCommand =
  | CommandRequest
  | { readonly cmd: 'WIPE'; readonly args: Record<string, never>; readonly ttlSeconds?: number }
