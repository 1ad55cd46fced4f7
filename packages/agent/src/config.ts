import { homedir } from 'node:os'
import { join } from 'node:path'
import { logKinds } from '@muster/contract/protocol'
import * as z from 'zod/mini'
import { argv } from './argv.ts'
import { readText } from './disk.ts'

/** A mistake of whoever set the agent up; its message is a sentence for him. */
export class SetUpError extends Error {}

const folder = () =>
  z.string('must be the path of a folder').check(z.regex(/^\//, 'must be a whole path, from / on'))
const seconds = (usual: number) =>
  z._default(
    z
      .int('must be a whole number of seconds')
      .check(z.minimum(1, 'must be at least 1'), z.maximum(86_400, 'must be at most 86400')),
    usual,
  )
const program = (places: readonly string[], usual: number) =>
  z.strictObject({ run: argv(places), seconds: seconds(usual) })

const taskPlaces = ['file', 'name', 'package', 'version', 'versionCode', 'item']

/** What does a kind of task: an end with code 0 is a success. */
const handler = z.strictObject({
  run: argv(taskPlaces),
  /** Ends with code 0 where what `run` does is done: asked after it, and where the power failed under it. */
  check: z.optional(argv(taskPlaces)),
  seconds: seconds(1800),
})
export type Handler = z.output<typeof handler>

/** Of an upgrade the platform is told that the machine is well: somebody has to have looked. */
const provesUpgrades = ({ UPGRADE: upgrade }: Readonly<Record<string, Handler>>): boolean =>
  upgrade === undefined || upgrade.check !== undefined
const unproved = {
  path: ['UPGRADE', 'check'],
  error: 'must name a program that ends with 0 where the new version runs and is well',
}

const logSource = z.union(
  [
    z.strictObject({
      run: argv(['from', 'to']),
      seconds: seconds(60),
      /** Tells lines as they come, until it is ended; without it this kind is not traced. */
      follow: z.optional(argv([])),
    }),
    z.strictObject({ files: z.array(z.string().check(z.minLength(1))).check(z.maxLength(50)) }),
  ],
  'must be { "run": [program, …] } or { "files": [path, …] }',
)
export type LogSource = z.output<typeof logSource>

const degrees = (most: number) =>
  z
    .number('must be a number of degrees')
    .check(
      z.minimum(-most, `must be at least ${-most}`),
      z.maximum(most, `must be at most ${most}`),
    )

const journal = (...more: string[]) => ({
  run: [
    'journalctl',
    '--no-pager',
    '--output=short-iso',
    ...more,
    '--since',
    '{from}',
    '--until',
    '{to}',
  ],
  seconds: 60,
  follow: ['journalctl', '--no-pager', '--output=short-iso', ...more, '--follow', '--lines=0'],
})

const address = () =>
  z
    .string('must be the address of the platform')
    .check(z.regex(/^https?:\/\/[^/\s]+\/?$/, 'must be an address like https://tms.example.com'))

/** The agent's one file of settings. */
const schema = z.strictObject({
  /** Address of the platform. */
  server: address(),
  /** Further addresses of the same platform, tried in turn where one does not answer. */
  others: z._default(z.array(address()).check(z.maxLength(8, 'must be at most 8 addresses')), []),
  /** Where the agent keeps what it must not forget. */
  state: folder(),
  /** Serial number; without it one is made of the machine's id. */
  sn: z.optional(
    z
      .string()
      .check(z.regex(/^[A-Z0-9-]{5,32}$/, 'must be 5 to 32 capital letters, digits and dashes')),
  ),
  /** Codes of its model and vendor on the platform; without them what the firmware says. */
  model: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  vendor: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  /** Fetches its messages over HTTPS, instead of MQTT. */
  poll: z._default(z.boolean('must be true or false'), false),
  /** Where PUSH_FILE writes; without it such commands are refused. */
  files: z.optional(folder()),
  /** Where values of parameters go, a folder for each package; without it they are refused. */
  params: z.optional(folder()),
  location: z.optional(
    z.strictObject({
      lat: degrees(90),
      lng: degrees(180),
      acc: z.optional(z.number().check(z.minimum(0))),
    }),
  ),
  /** Shows a message; without it the agent prints it. */
  message: z.optional(program(['title', 'text'], 60)),
  /** Restarts the machine; without it REBOOT is refused. */
  reboot: z.optional(program([], 60)),
  /** Switches the machine off; without it SHUTDOWN is refused. */
  shutdown: z.optional(program([], 60)),
  logs: z._default(z.partialRecord(z.enum(logKinds), logSource), {
    SYSTEM: journal(),
    KERNEL: journal('--dmesg'),
  }),
  /** What does tasks, by their kind: APP_INSTALL, APP_UNINSTALL and what the platform has beside. */
  handlers: z._default(z.record(z.string(), handler).check(z.refine(provesUpgrades, unproved)), {}),
  /** Runs after new values of parameters were written. */
  applied: z.optional(program(['package', 'folder'], 60)),
  /** Below it are /proc, /sys and /etc: elsewhere where the agent runs in a container. */
  system: z._default(folder(), '/'),
})
export type Config = z.output<typeof schema>

const isRoot = () => process.getuid?.() === 0

/** Where the settings are unless somebody says otherwise. */
export const usualConfig = () =>
  isRoot() ? '/etc/muster-agent/agent.json' : join(homedir(), '.config/muster-agent/agent.json')

/** Where the state is unless somebody says otherwise. */
export const usualState = () =>
  isRoot() ? '/var/lib/muster-agent' : join(homedir(), '.local/state/muster-agent')

/** Reads the settings. Throws {@link SetUpError}. */
export function readConfig(path: string): Config {
  if (readText(path) === null)
    throw new SetUpError(`${path} cannot be read. "enrol" writes it; --config names another file.`)
  return checkConfig(readSettings(path), path)
}

/** Checks settings, and says of each mistake where it is. Throws {@link SetUpError}. */
export function checkConfig(value: unknown, path: string): Config {
  const { data, error } = schema.safeParse(value)
  if (data) return data
  const lines = error.issues.map(({ path: place, message, ...issue }) => {
    if (issue.code === 'unrecognized_keys')
      return `${path}: ${issue.keys.join(', ')} is no setting of the agent${inside(place)}`
    const where = place.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    return `${path}: ${where.join('').replace(/^\./, '') || 'the file'}: ${message}`
  })
  throw new SetUpError(lines.join('\n'))
}

const inside = (place: readonly PropertyKey[]): string =>
  place.length > 0 ? ` in ${place.map(String).join('.')}` : ''

/** The settings as they are written; none where there is no file. Throws {@link SetUpError}. */
export function readSettings(path: string): Readonly<Record<string, unknown>> {
  const text = readText(path)
  if (text === null) return {}
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : 'it is no object'
    throw new SetUpError(`${path} is no JSON of settings: ${why}`, { cause: error })
  }
}
