/** A terminal's own clock, which may be wrong, and what it has learnt of the server's. */
export interface TerminalClock {
  /** Epoch milliseconds as the terminal believes; stands in its reports. */
  now(): number
  /** The best it knows of the server's clock; decides about expiry and passwords. */
  serverNow(): number
  /** Seconds by which it is ahead of the server's, as far as it has learnt that. */
  skewSeconds(): number
  learn(serverTime: number): void
}

/** @param skew milliseconds by which the clock is ahead */
export function terminalClock(skew: number, wall: () => number = Date.now): TerminalClock {
  let behind = 0
  const now = () => Math.round(wall() + skew)
  return {
    now,
    serverNow: () => now() + behind,
    skewSeconds: () => -Math.round(behind / 1000),
    learn(serverTime) {
      behind = serverTime - now()
    },
  }
}
