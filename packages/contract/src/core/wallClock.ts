/** What the clocks of a place show at a moment, as if they were those of UTC: both in epoch milliseconds. */
export type WallClock = (at: number) => number

const minute = 60_000
const day = 24 * 60 * minute

/**
 * What clocks would show had they not leapt forward, for as long as the hours that they leapt over last; null at all
 * other times. Who has to do something in these hours alone does it as soon as they have leapt.
 */
export function leaptOver(clock: WallClock, now: number): number | null {
  const offset = (at: number) => {
    const whole = Math.floor(at / minute) * minute
    return clock(whole) - whole
  }
  const leap = offset(now) - offset(now - day)
  return leap > 0 && offset(now - leap) < offset(now) ? clock(now) - leap : null
}
