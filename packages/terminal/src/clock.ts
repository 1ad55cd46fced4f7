/** A terminal's own clock, which may be wrong, and what it has learnt of the server's. */
export interface TerminalClock {
  /** Epoch milliseconds as the terminal believes; stands in its reports. */
  now(): number
  /** The best it knows of the server's clock; decides about expiry and passwords. */
  serverNow(): number
  /** Seconds by which it is ahead of the server's, as far as it has learnt that. */
  skewSeconds(): number
  /** The server has just answered so. */
  learn(serverTime: number): void
  /** The server has written so in a message; false: before what is known already, so it counts for nothing. */
  learnTold(serverTime: number): boolean
}

/** @param skew milliseconds by which the clock is ahead */
export function terminalClock(skew: number, wall: () => number = Date.now): TerminalClock {
  let behind = 0
  let newest = 0
  const now = () => Math.round(wall() + skew)
  const learn = (serverTime: number) => {
    behind = serverTime - now()
    newest = serverTime
  }
  return {
    now,
    serverNow: () => now() + behind,
    skewSeconds: () => -Math.round(behind / 1000),
    learn,
    learnTold(serverTime) {
      if (serverTime < newest) return false
      learn(serverTime)
      return true
    },
  }
}

/** Which settings a terminal was told, and when the server wrote that. */
export interface Written {
  readonly rev: number
  /** Epoch milliseconds, by the server's clock. */
  readonly ts: number
}

/**
 * Whether settings were written before those in force: a signature is good for ever, so that somebody may
 * send again what was told long ago. A server whose clock was put back still counts up, and one that was
 * restored from a backup still goes on in time.
 */
export const isOutdated = (told: Written, inForce: Written): boolean =>
  told.ts < inForce.ts && told.rev <= inForce.rev
