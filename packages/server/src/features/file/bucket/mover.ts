import type { Platform } from '../../../kit/context.ts'
import { type Bucket, BucketFault, WrongContent } from '../../../platform/bucket.ts'
import { every } from '../../../platform/every.ts'
import { contentPath, fileStoreIn, type StoredFile } from '../../../platform/fileStore.ts'
import { lockContent } from '../dropContent.ts'
import {
  findDue,
  forget,
  giveBack,
  type Held,
  isStored,
  leaseSeconds,
  noteStored,
  noteWrong,
  postpone,
  renew,
  takeForMove,
  takeOne,
} from './held.queries.ts'

interface Times {
  /** A file that nobody has written for so long is moved. */
  readonly settleMs: number
  /** What has been moved stays here as well for so long: a new version is read by many at once. */
  readonly keepMs: number
  /** Smaller ones stay: they fill no disk, and a call that holds a connection may look into them. */
  readonly leastBytes: number
}

/** As it is done where no test hurries. */
export const usual: Times = { settleMs: 10 * 60_000, keepMs: 86_400_000, leastBytes: 65_537 }
const roundSeconds = 30
const longestPauseMs = 10 * 60_000
/** Then the next round begins, so that what is in doubt does not wait for many new files. */
const longestRoundMs = 60_000

type Work = Pick<Platform, 'db' | 'env' | 'log' | 'now'> & {
  readonly bucket: Bucket
  readonly signal: AbortSignal
}

/** Keeps the bucket as the database says, in rounds, until it is stopped. Where there is none, nothing is done. */
export function startMover(platform: Platform): { readonly stop: () => Promise<void> } {
  const { bucket, log, now } = platform
  if (!bucket) return { stop: async () => undefined }
  const stopping = new AbortController()
  const pause = { until: 0, ms: 0 }
  const name = 'the moving of files to the bucket'
  const rounds = every({ name, seconds: roundSeconds, log }, async () => {
    if (now().getTime() < pause.until) return
    try {
      await moveRound({ ...platform, bucket, signal: stopping.signal })
      pause.ms = 0
    } catch (error) {
      if (stopping.signal.aborted) return
      pause.ms = Math.min(longestPauseMs, Math.max(roundSeconds * 1000, pause.ms * 2))
      pause.until = now().getTime() + pause.ms
      throw error
    }
  })
  return {
    async stop() {
      stopping.abort()
      await rounds.stop()
    },
  }
}

/** Removes what nobody has any more, proves what is in doubt, and moves what has settled. Ends where the bucket does not answer. */
export async function moveRound(work: Work, times: Times = usual): Promise<void> {
  await eachOf(work, ['DROPPED'], removeObject)
  await eachOf(work, ['DOUBTED', 'WRONG'], proveAgain)
  const store = fileStoreIn(work.env.dataFolder)
  const begin = work.now().getTime()
  const [settled, unused] = [begin - times.settleMs, begin - times.keepMs]
  const isOver = () => work.signal.aborted || work.now().getTime() > begin + longestRoundMs
  for (let nth = 0; nth < 256; nth++) {
    const lying = await store.list(nth.toString(16).padStart(2, '0'))
    const files = new Map(
      lying
        .filter(({ at, bytes }) => at.getTime() <= settled && bytes >= times.leastBytes)
        .map((file) => [file.sha256.toString('hex'), file]),
    )
    if (files.size === 0) continue
    const contents = [...files.values()].map(({ sha256 }) => sha256)
    for (const { sha256, isMoved } of await findDue(work.db, contents, times.keepMs)) {
      const file = files.get(sha256.toString('hex'))
      if (!file || isOver()) continue
      if (!isMoved) await move(work, file)
      else if (file.at.getTime() <= unused) await removeNear(work, sha256)
    }
  }
}

async function eachOf(
  work: Work,
  states: readonly string[],
  act: (work: Work, held: Held) => Promise<void>,
): Promise<void> {
  while (!work.signal.aborted) {
    const held = await takeOne(work.db, states)
    if (!held) return
    await whileHeld(work, held, (mine) => act(mine, held))
  }
}

async function removeObject({ bucket, db }: Work, held: Held): Promise<void> {
  await bucket.remove(held.sha256)
  await forget(db, held)
}

async function proveAgain(work: Work, held: Held): Promise<void> {
  try {
    await prove(work, held)
  } catch (error) {
    if (!(error instanceof WrongContent)) throw error
    await noteWrong(work.db, held)
    work.log.error(
      { sha256: held.sha256.toString('hex') },
      'The bucket does not hold what was stored',
    )
  }
}

async function move(work: Work, file: StoredFile): Promise<void> {
  const held = await work.db.transaction().execute(async (trx) => {
    await lockContent(trx, file.sha256)
    return takeForMove(trx, file)
  })
  if (!held) return
  await whileHeld(work, held, async (mine) => {
    await mine.bucket.put(held, contentPath(mine.env.dataFolder, held.sha256), mine.signal)
    await prove(mine, held)
  })
}

/** Reads a content back from the bucket: not every store checks what it takes. */
async function prove({ bucket, db, signal }: Work, held: Held): Promise<void> {
  const { etag, content } = await bucket.get(held)
  const stop = () => content.destroy()
  signal.addEventListener('abort', stop)
  try {
    for await (const _ of content) signal.throwIfAborted()
  } finally {
    signal.removeEventListener('abort', stop)
  }
  await noteStored(db, held, etag)
}

/** Works on a content as long as it is held; a bucket that is away ends the round, anything else is the content's own fault. */
async function whileHeld(
  work: Work,
  held: Held,
  act: (work: Work) => Promise<void>,
): Promise<void> {
  const { db, log } = work
  const lost = new AbortController()
  const holding = every(
    { name: 'the hold of a content', seconds: leaseSeconds / 3, log },
    async () => {
      if (!(await renew(db, held))) lost.abort()
    },
  )
  try {
    await act({ ...work, signal: AbortSignal.any([work.signal, lost.signal]) })
  } catch (error) {
    const isOfAll = error instanceof BucketFault && !(error instanceof WrongContent)
    if (isOfAll || work.signal.aborted) {
      await giveBack(db, held)
      throw error
    }
    await postpone(db, held)
    log.warn({ err: error, sha256: held.sha256.toString('hex') }, 'a file was not moved')
  } finally {
    await holding.stop()
  }
}

/** Removes the local bytes of a content that is safe in the bucket; who stores the same meanwhile waits. */
async function removeNear({ db, env }: Work, sha256: Buffer): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockContent(trx, sha256)
    if (await isStored(trx, sha256)) await fileStoreIn(env.dataFolder).remove(sha256)
  })
}
