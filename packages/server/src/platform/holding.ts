import { AsyncLocalStorage } from 'node:async_hooks'

const held = new AsyncLocalStorage<boolean>()

/** Marks work that holds a database connection for as long as it lasts. */
export const whileHolding = <T>(work: () => Promise<T>): Promise<T> => held.run(true, work)

/**
 * Throws where a database connection is held: whoever asks the network may wait for long, and a
 * slow answer must not take the connections from everybody else.
 */
export function requireNoConnection(asked: string): void {
  if (held.getStore()) throw new Error(`${asked} is asked while a database connection is held`)
}
