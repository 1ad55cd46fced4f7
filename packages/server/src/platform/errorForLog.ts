import { stdSerializers } from 'pino'

/** What PostgreSQL says beside its message: it quotes whole rows, secrets among them. */
const quoting: ReadonlySet<string> = new Set(['detail', 'where', 'internalQuery', 'parameters'])

/** An error as a log may keep it: without the values that were written. */
export function errorForLog(error: Error): object {
  const { type, message, stack, ...more } = stdSerializers.err(error)
  const kept = Object.entries(more).filter(([name]) => !quoting.has(name))
  return { type, message, stack, ...Object.fromEntries(kept) }
}
