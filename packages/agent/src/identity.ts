import { join } from 'node:path'
import * as z from 'zod/mini'
import { SetUpError } from './config.ts'
import { readValue, writeWhole } from './disk.ts'

const identity = z.object({
  /** Where it was enrolled. */
  server: z.string(),
  sn: z.string(),
  tenant: z.string(),
  /** base64url of 32 bytes. */
  secret: z.string(),
  /** Ed25519, SPKI, base64. */
  serverKey: z.string(),
  heartbeatSeconds: z.int(),
  /** TID that was typed or read from a code, until the platform has taken it. */
  code: z.optional(z.string()),
})
/** Who the agent is, as the platform answered its enrolment. */
export type Identity = z.output<typeof identity>

const pathOf = (state: string) => join(state, 'identity.json')

/** Null: it is not enrolled. Throws {@link SetUpError} where the file was spoilt. */
export function readIdentity(state: string): Identity | null {
  try {
    return readValue(pathOf(state), identity)
  } catch (error) {
    throw new SetUpError(`${pathOf(state)} is spoilt: enrol again`, { cause: error })
  }
}

export function keepIdentity(state: string, value: Identity): void {
  writeWhole(pathOf(state), JSON.stringify(value))
}
