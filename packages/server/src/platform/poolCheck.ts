import type pg from 'pg'
import type { Readiness } from './readiness.ts'

/** Nobody who waits gets a connection: who waits for so long has been refused. */
const refusedAfterMs = 5_000

/** Watches whether who waits for a connection gets one. */
export function watchPool(pool: pg.Pool, name: string): { need: Readiness; warning: Readiness } {
  let servedAt = performance.now()
  pool.on('acquire', () => {
    servedAt = performance.now()
  })
  const size = pool.options.max
  const isFull = () => pool.waitingCount > 0 && pool.totalCount >= size
  return {
    need: {
      name: `connections.${name}`,
      check: async () =>
        isFull() && performance.now() - servedAt > refusedAfterMs
          ? `All ${size} connections of the role ${name} have been in use for 5 s, and ${pool.waitingCount} calls wait for one.`
          : null,
    },
    warning: {
      name: `connections.${name}`,
      check: async () =>
        isFull() ? `${pool.waitingCount} calls wait for a connection of the role ${name}.` : null,
    },
  }
}
