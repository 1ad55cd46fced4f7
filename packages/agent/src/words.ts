import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { SetUpError, usualConfig } from './config.ts'

export const usage = `Usage: npm run agent -- <command> [options]

  enrol                makes this machine a terminal of a platform
    --server <address>   the platform, like https://tms.example.com
    --key <key>          an enrolment key, made on its Organizations screen
    --qr <text>          what a printed code says (JSON), in place of what it says: the platform's
                         address, the serial number, the terminal id; a key, where it has one
    --sn, --model, --vendor  unless the machine's own are right
    --state <folder>     where the agent keeps what it must not forget
    --wait <seconds>     how long it waits for somebody to claim the machine (default 3600)
  run                  runs until it is stopped
    --poll               fetches its messages over HTTPS, instead of MQTT
  facts                prints what it would say of this machine
  check                reads the settings, and says what is wrong with them

  --config <file>      its settings (default ${usualConfig()})
  --help
`

const options = {
  config: { type: 'string' },
  server: { type: 'string' },
  key: { type: 'string' },
  qr: { type: 'string' },
  sn: { type: 'string' },
  model: { type: 'string' },
  vendor: { type: 'string' },
  state: { type: 'string' },
  wait: { type: 'string', default: '3600' },
  poll: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** The words of the command line. Throws {@link SetUpError}. */
export function readWords(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    return { ...values, command: positionals[0] ?? 'help' }
  } catch (error) {
    throw new SetUpError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
export type Words = ReturnType<typeof readWords>

const printed = z.object({
  muster: z.literal(1),
  at: z.optional(z.string()),
  sn: z.optional(z.string()),
  /** TID of its place. */
  code: z.optional(z.string()),
  key: z.optional(z.string()),
})
type Printed = z.output<typeof printed>

/** What a printed code says. Throws {@link SetUpError}. */
export function readPrinted(text: string | undefined): Printed | null {
  if (text === undefined) return null
  try {
    return printed.parse(JSON.parse(text))
  } catch (error) {
    throw new SetUpError('--qr: this is not what a code of the platform says', { cause: error })
  }
}
