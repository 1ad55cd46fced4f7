import * as z from 'zod/mini'
import { membersOf } from '../core/secret.ts'
import { lazy, once } from '../core/once.ts'
import { commandSchemas, type CommandName, logKinds } from './commandSchemas.ts'
import type { Lifecycle } from './states.ts'

/** What commands are about; menus show them in these groups, the dangerous ones apart. */
export const commandGroups = ['CONTROL', 'APPS', 'FILES', 'SETTINGS', 'TESTS', 'DANGER'] as const
export type CommandGroup = (typeof commandGroups)[number]

/**
 * What is asked of whoever gives a command. `ASK`: the console asks first. `PROVE`: he proves
 * himself anew (decision 0031), and the message names its terminal, which refuses any other.
 */
export type CommandDanger = 'NONE' | 'ASK' | 'PROVE'

interface CommandRule {
  readonly group: CommandGroup
  /** Which button code it needs. */
  readonly permission: string
  /** Which feature a terminal must have for it. */
  readonly feature: string
  readonly danger: CommandDanger
  /** What changes something on a terminal or speaks to its merchant waits for the end of a blackout. */
  readonly waitsInBlackout: boolean
  /** States of a terminal's life in which it may be given. */
  readonly states: readonly Lifecycle[]
  /** Somebody else lets it go, for however few terminals. */
  readonly needsSecond?: true
}

const inService: readonly Lifecycle[] = ['ACTIVE']
/** Also what a depot does with a terminal that it repairs. */
const inServiceAndDepot: readonly Lifecycle[] = ['ACTIVE', 'REPAIR']

const quiet = { danger: 'NONE', waitsInBlackout: false, states: inService } as const
const changing = { danger: 'NONE', waitsInBlackout: true, states: inService } as const
const dangerous = { group: 'DANGER', danger: 'PROVE' } as const
const settings = { group: 'SETTINGS', permission: 'DEVICE_SETTINGS', ...changing } as const
const apps = { permission: 'DEVICE_APP', ...changing } as const

/** Each command, in the order of the menus. */
export const commandRules: Readonly<Record<CommandName, CommandRule>> = {
  REBOOT: {
    ...changing,
    group: 'CONTROL',
    permission: 'DEVICE_REBOOT',
    feature: 'REMOTE_REBOOT',
    danger: 'ASK',
    states: inServiceAndDepot,
  },
  SYNC: {
    ...quiet,
    group: 'CONTROL',
    permission: 'DEVICE_SYNC',
    feature: 'REMOTE_SYNC',
    states: inServiceAndDepot,
  },
  LOCATE: {
    ...quiet,
    group: 'CONTROL',
    permission: 'DEVICE_SYNC',
    feature: 'REMOTE_LOCATE',
    states: ['ACTIVE', 'LOST'],
  },
  MESSAGE: {
    ...changing,
    group: 'CONTROL',
    permission: 'DEVICE_MESSAGE',
    feature: 'REMOTE_MESSAGE',
    states: ['ACTIVE', 'SUSPENDED'],
  },
  START_APP: { ...apps, group: 'APPS', feature: 'REMOTE_APPS' },
  STOP_APP: { ...apps, group: 'APPS', feature: 'REMOTE_APPS', danger: 'ASK' },
  SET_LAUNCHER: { ...apps, group: 'APPS', feature: 'KIOSK', danger: 'ASK' },
  SET_TIME_ZONE: { ...settings, feature: 'REMOTE_SETTINGS' },
  SET_LANGUAGE: { ...settings, feature: 'REMOTE_SETTINGS' },
  SET_WIFI: { ...settings, feature: 'REMOTE_NETWORK' },
  SET_APN: { ...settings, feature: 'REMOTE_NETWORK' },
  SELF_TEST: {
    ...quiet,
    group: 'TESTS',
    permission: 'DEVICE_TEST',
    feature: 'REMOTE_SELF_TEST',
    states: inServiceAndDepot,
  },
  SPEED_TEST: { ...quiet, group: 'TESTS', permission: 'DEVICE_TEST', feature: 'REMOTE_SPEED_TEST' },
  PUSH_FILE: {
    ...changing,
    group: 'FILES',
    permission: 'DEVICE_PUSH_FILE',
    feature: 'REMOTE_FILES',
    danger: 'ASK',
  },
  LOG_PULL: {
    ...quiet,
    group: 'FILES',
    permission: 'DEVICE_LOG_PULL',
    feature: 'REMOTE_LOGS',
    states: inServiceAndDepot,
  },
  SCREENSHOT: {
    ...quiet,
    group: 'FILES',
    permission: 'DEVICE_SCREENSHOT',
    feature: 'REMOTE_SCREENSHOT',
    danger: 'ASK',
  },
  REMOTE_START: {
    ...quiet,
    group: 'CONTROL',
    permission: 'DEVICE_REMOTE',
    feature: 'REMOTE_VIEW',
    danger: 'ASK',
  },
  SHUTDOWN: {
    ...changing,
    group: 'DANGER',
    permission: 'DEVICE_REBOOT',
    feature: 'REMOTE_SHUTDOWN',
    danger: 'ASK',
  },
  LOCK: {
    ...dangerous,
    permission: 'MQTT_TASK_LOCK',
    feature: 'REMOTE_LOCK',
    waitsInBlackout: false,
    states: ['ACTIVE', 'LOST'],
  },
  UNLOCK: {
    ...dangerous,
    permission: 'DEVICE_UNLOCK',
    feature: 'REMOTE_LOCK',
    waitsInBlackout: false,
    states: ['ACTIVE', 'SUSPENDED'],
  },
  CLEAR_APP_DATA: {
    ...dangerous,
    permission: 'MQTT_TASK_CLEAR_DATA',
    feature: 'REMOTE_APPS',
    waitsInBlackout: true,
    states: inService,
  },
  CERT_UPDATE: {
    ...dangerous,
    permission: 'MQTT_TASK_CERT',
    feature: 'REMOTE_CERTIFICATE',
    waitsInBlackout: true,
    states: inServiceAndDepot,
  },
  RKI: {
    ...dangerous,
    permission: 'MQTT_TASK_RKI',
    feature: 'RKI_TR34',
    waitsInBlackout: true,
    states: inServiceAndDepot,
  },
  SHELL: {
    ...dangerous,
    permission: 'MQTT_TASK_SHELL',
    feature: 'REMOTE_SHELL',
    waitsInBlackout: true,
    states: inService,
  },
  WIPE: {
    ...dangerous,
    permission: 'MQTT_TASK_WIPE',
    feature: 'REMOTE_WIPE',
    waitsInBlackout: true,
    // Of those in repair it proves that their keys are erased, which lets them be scrapped.
    states: ['ACTIVE', 'SUSPENDED', 'REPAIR', 'LOST'],
    needsSecond: true,
  },
}

export const isCommandName = (name: string): name is CommandName =>
  Object.hasOwn(commandRules, name)
const [first = 'REBOOT', ...others] = Object.keys(commandRules).filter(isCommandName)
/** All of them, as people ask for them one by one. */
export const commandNames: readonly [CommandName, ...CommandName[]] = [first, ...others]

const isWhole = <T>(made: Partial<Record<CommandName, T>>): made is Record<CommandName, T> =>
  commandNames.every((name) => name in made)

function ofEach<T>(pick: (rule: CommandRule) => T): Readonly<Record<CommandName, T>> {
  const made: Partial<Record<CommandName, T>> = {}
  for (const name of commandNames) made[name] = pick(commandRules[name])
  if (!isWhole(made)) throw new Error('a command has no rule')
  return made
}

/** Which button code a user needs for each command. */
export const commandPermissions = ofEach(({ permission }) => permission)
/** Which feature a terminal must have for each command. */
export const commandFeatures = ofEach(({ feature }) => feature)
/** Which commands wait for the end of a blackout. */
export const waitsInBlackout = ofEach(({ waitsInBlackout }) => waitsInBlackout)

/** The commands that may be given in a state of a terminal's life. */
export const commandsIn = (lifecycle: Lifecycle): readonly CommandName[] =>
  commandNames.filter((cmd) => commandRules[cmd].states.includes(lifecycle))

/** Whether whoever gives it must prove himself anew, and the message names its terminal. */
export const isProved = (cmd: CommandName): boolean => commandRules[cmd].danger === 'PROVE'

/** Whether somebody else has to let it go, for however few terminals. */
export const needsSecondPerson = (kind: string): boolean =>
  isCommandName(kind) && commandRules[kind].needsSecond === true

/** Members of a command's arguments that nobody is shown. */
export const secretArguments = (cmd: CommandName): readonly string[] =>
  membersOf(commandSchemas[cmd]).flatMap(({ path: [name = ''], isSecret }) =>
    isSecret ? [name] : [],
  )

const instant = once(() => ({
  /** Seconds until the command expires unanswered; as `task.default.ttl.hours` says unless said. */
  ttlSeconds: z.optional(z.int().check(z.minimum(10), z.maximum(2_592_000))),
}))

/** What a call says of each command beside its terminal. */
export const commandBodies = lazy({
  REBOOT: () => ({ args: z._default(commandSchemas.REBOOT, { delay: 0 }), ...instant() }),
  SYNC: () => ({
    args: z._default(commandSchemas.SYNC, {
      info: true,
      net: true,
      location: false,
      apps: false,
      keys: false,
    }),
    ...instant(),
  }),
  LOCATE: () => ({ args: z._default(commandSchemas.LOCATE, {}), ...instant() }),
  MESSAGE: () => ({ args: commandSchemas.MESSAGE, ...instant() }),
})

const asked = <const N extends CommandName, A extends z.ZodMiniType>(cmd: N, args: A) =>
  z.strictObject({ cmd: z.literal(cmd), args, ...instant() })

/** Those that a batch may give: none holds a secret, which no background task may keep. */
const forMany = once(
  () =>
    [
      asked('SHUTDOWN', z._default(commandSchemas.SHUTDOWN, {})),
      asked('LOCK', commandSchemas.LOCK),
      asked('UNLOCK', z._default(commandSchemas.UNLOCK, {})),
      asked('START_APP', commandSchemas.START_APP),
      asked('STOP_APP', commandSchemas.STOP_APP),
      asked('CLEAR_APP_DATA', commandSchemas.CLEAR_APP_DATA),
      asked('SET_LAUNCHER', commandSchemas.SET_LAUNCHER),
      asked('SET_TIME_ZONE', commandSchemas.SET_TIME_ZONE),
      asked('SET_LANGUAGE', commandSchemas.SET_LANGUAGE),
      asked('SELF_TEST', commandSchemas.SELF_TEST),
      asked('SPEED_TEST', z._default(commandSchemas.SPEED_TEST, {})),
      asked('PUSH_FILE', commandSchemas.PUSH_FILE),
      asked(
        'LOG_PULL',
        z._default(commandSchemas.LOG_PULL, {
          types: [...logKinds],
          from: null,
          to: null,
          maxMB: 10,
        }),
      ),
      asked('SCREENSHOT', z._default(commandSchemas.SCREENSHOT, {})),
      asked('REMOTE_START', commandSchemas.REMOTE_START),
      asked('CERT_UPDATE', commandSchemas.CERT_UPDATE),
      asked('RKI', commandSchemas.RKI),
      asked('SHELL', commandSchemas.SHELL),
      asked('WIPE', commandSchemas.WIPE),
    ] as const,
)

/** What {@link devices.commandMany} gives. */
export const manyCommand = once(() => z.discriminatedUnion('cmd', forMany()))
export type ManyCommand = z.output<ReturnType<typeof manyCommand>>

/** Body of `POST …/device/command/{id}`: `{ cmd, args }`. */
export const commandArguments = once(() =>
  z.discriminatedUnion('cmd', [
    z.strictObject({ cmd: z.literal('REBOOT'), ...commandBodies.REBOOT }),
    z.strictObject({ cmd: z.literal('SYNC'), ...commandBodies.SYNC }),
    z.strictObject({ cmd: z.literal('LOCATE'), ...commandBodies.LOCATE }),
    z.strictObject({ cmd: z.literal('MESSAGE'), ...commandBodies.MESSAGE }),
    asked('SET_WIFI', commandSchemas.SET_WIFI),
    asked('SET_APN', commandSchemas.SET_APN),
    ...forMany(),
  ]),
)
export type CommandRequest = z.output<ReturnType<typeof commandArguments>>

export type AskedCommand = CommandName

/** A command as a terminal is given it. */
export type GivenCommand = CommandRequest
