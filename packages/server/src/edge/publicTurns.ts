import { codes } from '@muster/contract'
import { Refusal } from '../kit/refusal.ts'

/** Calls of nobody that are under way at a time; each may hold a connection while a password is hashed. */
const atOnce = 4
/** Calls that wait for their turn, of one address among them, and for how long at the most. */
const mayWait = 500
const mayWaitOfOne = 125
const patienceMs = 15_000

/** A bound on what strangers have under way: they wait here, before they hold a connection. */
export function publicTurns(): <T>(address: string, work: () => Promise<T>) => Promise<T> {
  /** Whoever waits, first come first, with his address. */
  const waiting = new Map<() => void, string>()
  let running = 0

  const isFull = (address: string) =>
    waiting.size >= mayWait ||
    [...waiting.values()].filter((one) => one === address).length >= mayWaitOfOne

  const turn = (address: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        waiting.delete(begin)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(begin)
        reject(tooMany())
      }, patienceMs)
      waiting.set(begin, address)
    })

  return async (address, work) => {
    if (running >= atOnce) {
      if (isFull(address)) throw tooMany()
      // Whoever ends hands his turn on.
      await turn(address)
    } else running++
    try {
      return await work()
    } finally {
      const [next] = waiting.keys()
      if (next) next()
      else running--
    }
  }
}

const tooMany = () => new Refusal(codes.tooManyRequests, 'refusal.tooMany')
