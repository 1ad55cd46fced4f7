import { codes } from '@muster/contract'
import { Refusal } from './refusal.ts'

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

interface Waiting {
  /** Whoever has waited so long gives up. */
  readonly patienceMs?: number
  /** Where so many wait, the next one is refused at once. */
  readonly most?: number
}

/** Lets so much work be under way at a time; the rest waits, first come first. */
export function openTurns(
  atOnce: number,
  { patienceMs = Infinity, most = Infinity }: Waiting = {},
): InTurn {
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
    if (running >= atOnce && waiting.size >= most)
      throw new Refusal(codes.tooManyRequests, 'refusal.tooMany')
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
