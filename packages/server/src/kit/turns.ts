import { codes } from '@muster/contract'
import { Refusal } from './refusal.ts'

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Lets so much work be under way at a time; the rest waits, first come first, and gives up after `patienceMs`. */
export function openTurns(atOnce: number, patienceMs = Infinity): InTurn {
  /** Each begins; nobody who gave up is among them. */
  const waiting = new Set<() => void>()
  let running = 0

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        waiting.delete(begin)
        resolve()
      }
      const giveUp = () => {
        waiting.delete(begin)
        reject(new Refusal(codes.unavailable, 'refusal.unavailable'))
      }
      const timer = patienceMs === Infinity ? undefined : setTimeout(giveUp, patienceMs)
      waiting.add(begin)
    })

  return async (work) => {
    if (running >= atOnce) await turn()
    else running += 1
    try {
      return await work()
    } finally {
      // The place goes on to whoever waits, or becomes free.
      const [next] = waiting
      if (next) next()
      else running -= 1
    }
  }
}
