import type { Platform } from '../../kit/context.ts'
import { type PollGateway, windowHold } from '../device/index.ts'
import type { Client } from './clients.ts'
import { upLetter } from './letters.ts'
import { findWork, keyOf, numberOf, type Work } from './work.queries.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** Whether its hours are over for now. A client knows none: it is shown nothing until they begin. */
function waitsForHours({ windows, isForced, zone }: Work, now: Date): boolean {
  if (!windows || windows.length === 0 || isForced) return false
  return windows.every(
    ({ d = everyDay, f: from, t: until }) =>
      windowHold({ days: d.length > 0 ? [...d] : everyDay, from, until }, zone, now) !== null,
  )
}

/** What a client is shown: the first that is not for later, and what is to be left be before it. */
export async function shownWork(
  platform: Platform,
  gateway: PollGateway,
  client: Client,
): Promise<{ readonly number: number; readonly isCalledOff: boolean } | null> {
  // Before the question: what comes meanwhile is asked for with the next poll.
  client.mayHaveWork = false
  const all = await findWork(platform.pool, client.poller.deviceId).catch((error: unknown) => {
    client.mayHaveWork = true
    throw error
  })
  if (all.length === 0) return null
  client.mayHaveWork = true
  if (all.some(({ isHeld }) => isHeld)) return null
  const now = platform.now()
  const open = all.filter((one) => !client.rejected.has(keyOf(one)))
  const isShown = (one: Work) => one.state === 'CANCELLING' || !waitsForHours(one, now)
  const work = open.find(isShown)
  await deferOthers(gateway, client, { waiting: open.filter((one) => !isShown(one)), now })
  if (!work) return null
  return {
    number: await rememberedNumber(platform, client, work),
    isCalledOff: work.state === 'CANCELLING',
  }
}

async function rememberedNumber(
  { pool }: Platform,
  { numbers, poller: { deviceId } }: Client,
  work: Work,
): Promise<number> {
  const known = numbers.get(keyOf(work))
  if (known !== undefined) return known
  const number = await numberOf(pool, { deviceId, itemId: work.itemId, attempt: work.attempt })
  if (numbers.size >= 100) numbers.clear()
  numbers.set(keyOf(work), number)
  return number
}

/** Says once in the name of the terminal why it has not begun. */
async function deferOthers(
  { take }: PollGateway,
  { poller }: Client,
  { waiting, now }: { readonly waiting: readonly Work[]; readonly now: Date },
): Promise<void> {
  const at = now.getTime()
  const letters = waiting
    .filter(({ state }) => state === 'PUBLISHED' || state === 'DELIVERED')
    .map(({ itemId: item, attempt }) =>
      upLetter(
        'task',
        { item, attempt, state: 'DEFERRED', reason: 'WINDOW', at },
        { of: [item, attempt, 'window'], now: at },
      ),
    )
  if (letters.length > 0) await take(poller, letters)
}
