import { setTimeout as sleep } from 'node:timers/promises'
import { LinkRefused, registerAt } from '@muster/terminal'
import { type Config, SetUpError } from './config.ts'
import { readMachine } from './facts.ts'
import type { Identity } from './identity.ts'

export interface Enrolment {
  readonly config: Config
  /** The organisation's enrolment key. */
  readonly key: string
  readonly code: string | undefined
  readonly agentVersion: string
  readonly say: (text: string) => void
  /** Seconds for which it waits for a person. */
  readonly patience: number
}

/** Seconds between two questions. */
const pause = 5

/** Who the agent says that it is. */
export function selfOf({ sn, model, vendor, system }: Config) {
  const machine = readMachine(system)
  return {
    sn: sn ?? machine.sn,
    model: model ?? machine.model,
    vendor: vendor ?? machine.vendor,
    firmware: machine.firmware,
  }
}

/** Shows the enrolment key until the platform answers with a credential. Throws {@link SetUpError}. */
export async function enrol({ config, key, code, ...how }: Enrolment): Promise<Identity> {
  const { server } = config
  const self = selfOf(config)
  const { agentVersion, patience, say } = how
  const body = { ...self, agentVersion }
  const end = performance.now() + patience * 1000
  for (let asked = 0; ; asked += 1) {
    const shown = { bearer: key, body, signal: AbortSignal.timeout(60_000) }
    const answer = await registerAt(server, shown).catch((error: unknown) => {
      throw unanswered(error, server)
    })
    const { result, reason, tenant, secret, serverKey, heartbeatSeconds = 120 } = answer
    if (result === 'REGISTERED' && tenant && secret && serverKey) {
      const { sn } = self
      return { server, sn, tenant, secret, serverKey, heartbeatSeconds, ...(code && { code }) }
    }
    if (result !== 'UNCLAIMED') throw new SetUpError(sentenceOf(reason, self))
    if (asked === 0)
      say(
        `${self.sn} is new to ${server}. Somebody has to claim it there (Requests, Unclaimed terminals); waiting.`,
      )
    if (performance.now() > end)
      throw new SetUpError('Nobody has claimed it yet. Run the same command again later.')
    await sleep(pause * 1000)
  }
}

function unanswered(error: unknown, server: string): SetUpError {
  const cause = { cause: error }
  if (error instanceof LinkRefused)
    return new SetUpError(
      error.isFinal
        ? 'The enrolment key is wrong, used up, or void. Make a new one on the Organizations screen.'
        : `${server} is busy. Try again in a minute.`,
      cause,
    )
  const text = error instanceof Error ? error.message : String(error)
  return new SetUpError(`${text}. Is the address right, and is the way there open?`, cause)
}

function sentenceOf(
  reason: string | undefined,
  { sn, model, vendor }: ReturnType<typeof selfOf>,
): string {
  switch (reason) {
    case 'MODEL_UNKNOWN':
      return `The platform knows no model "${model}" of a vendor "${vendor}". Add them there (Models), or name one that it has with --model and --vendor.`
    case 'MODEL_MISMATCH':
      return `${sn} is on record there as another model than "${model}" of "${vendor}". Name that one with --model and --vendor.`
    case 'NOT_ENROLLED':
      return `${sn} does not belong to the organisation of this key. Use a key of its own organisation.`
    case 'WRONG_STATE':
      return `${sn} was scrapped or replaced there. It cannot be enrolled.`
    case 'CONNECTED':
      return `${sn} is online there already. If that is this machine, stop its agent and wait a minute.`
    case 'NOT_RELEASED':
      return `${sn} has a credential already. Release it in its menu on the console, then run the same command again.`
    case 'KEY_SPENT':
      return 'The enrolment key has been used as often as it may be. Make a new one on the Organizations screen.'
    default:
      return `The platform refused: ${reason ?? 'without a reason'}`
  }
}
