import { databaseTrouble } from '../platform/databaseTrouble.ts'
import { ConfigurationError } from '../platform/env.ts'

/** What a person can act on; the stack only where nobody foresaw the error. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `Port ${'port' in error ? String(error.port) : ''} is already in use. Set PORT (or MQTT_PORT, or MUSTER_METRICS_LISTEN) to another one.`
  const trouble = databaseTrouble(error) ?? causeOf(error)
  if (trouble) return trouble
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** A migration that fails names itself, and its cause may be one that the operator cures. */
function causeOf(error: unknown): string | null {
  if (!(error instanceof Error) || error.cause === undefined) return null
  const trouble = databaseTrouble(error.cause)
  return trouble && `${error.message}. ${trouble}`
}
