import { setImmediate as nextTurn } from 'node:timers/promises'
import { steadyNow } from '../../../platform/steadyClock.ts'

/** What there is time for in one transaction: a template may ask much of each of its terminals. */
export interface Turn {
  /** Does something, after others had their turn; undefined: there is no time left for it. */
  readonly take: <T>(act: () => T | Promise<T>) => Promise<T | undefined>
}

/** How long nobody else has a turn. */
const longestMs = 50

/** @param most milliseconds that all of it may take */
export function openTurn(most: number): Turn {
  let taken = 0
  let unbroken = 0
  return {
    async take(act) {
      if (taken >= most) return undefined
      if (unbroken > longestMs) {
        unbroken = 0
        await nextTurn()
      }
      const began = steadyNow()
      const done = await act()
      taken += steadyNow() - began
      unbroken += steadyNow() - began
      return done
    },
  }
}
