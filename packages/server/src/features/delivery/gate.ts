import { randomUUID } from 'node:crypto'
import type { Platform } from '../../kit/context.ts'
import { parameter } from '../../kit/parameter.ts'
import { openBatcher, type Waiting } from '../../platform/batcher.ts'
import { type SlotRules, type Taken, takeSlots } from './slot.queries.ts'

interface Asked extends Waiting {
  readonly tokenHash: Buffer
  taken?: Taken | undefined
}

/** Requests that may wait for their turn: more are told to come again. */
const maxWaiting = 5_000

/**
 * Where those who come for a file ask for a slot. One statement at a time, with all that came
 * meanwhile: a thousand terminals that come at once cost the database no more than a few.
 */
export function openGate({ pool, db, now }: Pick<Platform, 'pool' | 'db' | 'now'>) {
  const asking = openBatcher<Asked>({
    flush: answer,
    isPoison: () => false,
    setAside: () => undefined,
    maxItems: 500,
    lingerMs: 0,
    maxWaiting,
    // Its terminal waits, and is told at once.
    maxWaitMs: 0,
  })

  async function answer(all: readonly Asked[]): Promise<void> {
    const last = new Map(all.map((one) => [one.tokenHash.toString('hex'), one]))
    const hashes = [...last.values()].map(({ tokenHash }) => tokenHash)
    const taken = await takeSlots(pool, hashes, await rulesOf(db))
    for (const one of all) {
      const token = one.tokenHash.toString('hex')
      const found = taken.get(token)
      // Of two requests for one item the later has the slot, the earlier is over.
      const isTakenOver = found?.lease && last.get(token) !== one
      one.taken = isTakenOver ? { ...found, lease: randomUUID() } : found
    }
  }

  /** The download of a token, with its slot if one was free; undefined: none. Null: too many wait. */
  function take(tokenHash: Buffer): Promise<Taken | undefined | null> {
    return new Promise((resolve, reject) => {
      const done = (error?: Error | null) =>
        error ? reject(error.cause ?? error) : resolve(asked.taken)
      const asked: Asked = { tokenHash, at: now().getTime(), done }
      if (!asking.add(asked)) resolve(null)
    })
  }

  return { take, stop: asking.stop }
}

async function rulesOf(db: Platform['db']): Promise<SlotRules> {
  return {
    organization: await parameter(db, 'download.slots.organization'),
    station: await parameter(db, 'download.slots.station'),
  }
}
