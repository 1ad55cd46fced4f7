import { parseArgs } from 'node:util'
import * as z from 'zod/mini'

export const usage = `Usage: npm run simulate -- [options]

Which terminals
  --count <n>           how many, 1 to 15,000 (default 100)
  --sn-prefix <text>    what their serial numbers begin with (default SIM)
  --estate <file>       the terminals of a file instead: { mqtt, terminals: [{ sn, model, vendor, token }] },
                        where mqtt counts as --mqtt does unless --url is said

Where
  --url <address>       the server (default http://localhost:15000)
  --mqtt <address>      its broker; asked of the server unless said. Beside NATS terminals get their
                        passwords of the server: say --url then, also with --mqtt
  --user <name>         signs in to the console and makes what is missing: organisation, models,
  --password <text>     devices and an enrolment key (or MUSTER_PASSWORD)
  --token <key>         an enrolment key of devices that exist, with
  --model <code>        the code of their model and
  --vendor <code>       of its vendor

How
  --scenario <name>     calm, bad-upgrade, demo, flaky, key-cliff, meddled or storm (default calm)
  --seed <text>         the same seed, the same behaviour (default 1)
  --duration <seconds>  stops by itself (default: until Ctrl-C)
  --connect-rate <n>    connections a second (default 100)
  --state <folder>      keeps the credentials, and reports without an answer, for the next run (default: the system's folder for temporary files)
  --record <file>       appends what the broker acknowledged and what the platform answered,
                        as lines of JSON ("by": "broker" or "platform")
  --quiet               says only what goes wrong
`

const options = {
  count: { type: 'string', default: '100' },
  'sn-prefix': { type: 'string', default: 'SIM' },
  estate: { type: 'string' },
  url: { type: 'string' },
  mqtt: { type: 'string' },
  user: { type: 'string' },
  password: { type: 'string' },
  token: { type: 'string' },
  model: { type: 'string', default: 'SIM-A' },
  vendor: { type: 'string', default: 'SIMULATOR' },
  scenario: { type: 'string', default: 'calm' },
  seed: { type: 'string', default: '1' },
  duration: { type: 'string' },
  'connect-rate': { type: 'string', default: '100' },
  state: { type: 'string' },
  record: { type: 'string' },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

function whole(least: number, most: number) {
  const says = `a whole number from ${least} to ${most}`
  const number = z.coerce.number(says)
  return number.check(z.int(says), z.minimum(least, says), z.maximum(most, says))
}

const usualUrl = 'http://localhost:15000'

const rules = z.object({
  count: whole(1, 15_000),
  'sn-prefix': z
    .string()
    .check(z.regex(/^[A-Z0-9-]{1,26}$/, 'at most 26 capital letters, digits and dashes')),
  url: z.string().check(z.regex(/^https?:\/\/[^/]+$/, 'an address like http://localhost:15000')),
  duration: z.optional(whole(1, 31_536_000)),
  'connect-rate': whole(1, 10_000),
})

/** A word of the command line that cannot be meant. */
export class UsageError extends Error {}

/** The words of the command line, checked. Throws {@link UsageError}. */
export function readWords(args: readonly string[]) {
  const given = parsed(args)
  const url = (given.url ?? usualUrl).replace(/\/+$/, '')
  const { data, error } = rules.safeParse({ ...given, url })
  if (error) {
    const [issue] = error.issues
    throw new UsageError(`--${String(issue?.path[0])}: ${issue?.message}`)
  }
  const { count, duration } = data
  return { ...given, ...data, count, duration, isUrlSaid: given.url !== undefined }
}
export type Words = ReturnType<typeof readWords>

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
