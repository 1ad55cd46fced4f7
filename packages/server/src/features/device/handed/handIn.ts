import type { Platform } from '../../../kit/context.ts'
import { draftsIn, isDiskFull } from '../../../platform/drafts.ts'
import { lockContent } from '../../file/index.ts'
import { endingOf } from './checkHanded.ts'
import { lockHanding, saveReceived, saveStored } from './handed.queries.ts'

/** The statuses that a part or the end of it is refused with. */
export type Refused = 404 | 409 | 422 | 507

interface Answer {
  readonly received: number
  readonly refused?: Refused
}

type Store = Pick<Platform, 'db' | 'env' | 'now'>

interface Part {
  /** Where it begins. */
  readonly at: number
  readonly bytes: Buffer
}

/** Takes the next part; one that is not the next is told what is missing. */
export function takePart({ db, env }: Store, tokenHash: Buffer, part: Part): Promise<Answer> {
  return db.transaction().execute(async (own) => {
    const handing = await lockHanding(own, tokenHash)
    if (!handing) return { received: 0, refused: 404 }
    const { itemId, received, bytes } = handing
    const end = part.at + part.bytes.length
    if (part.at !== received || end > bytes) return { received, refused: 409 }
    const drafts = draftsIn(env.dataFolder)
    // Other bytes may have been announced before.
    if (part.at === 0) await drafts.remove(itemId)
    const isWritten = await drafts
      .write(itemId, part.at, part.bytes)
      .then(() => true, failedBy(isDiskFull))
    if (!isWritten) return { received, refused: 507 }
    await saveReceived(own, itemId, end)
    return { received: end }
  })
}

const failedBy = (isKnown: (error: unknown) => boolean) => (error: unknown) => {
  if (!isKnown(error)) throw error
  return false
}

/** Keeps what has arrived, where it is what was announced and asked for; else it has to come anew. */
export function completeHanding({ db, env, now }: Store, tokenHash: Buffer): Promise<Answer> {
  return db.transaction().execute(async (own) => {
    const handing = await lockHanding(own, tokenHash)
    if (!handing) return { received: 0, refused: 404 }
    const { itemId, received, bytes, sha256, sn } = handing
    if (received < bytes) return { received, refused: 409 }
    const drafts = draftsIn(env.dataFolder)
    const ending = await endingOf(drafts.pathOf(itemId), handing)
    if (ending === null) {
      await saveReceived(own, itemId, 0)
      await drafts.remove(itemId)
      return { received: 0, refused: 422 }
    }
    await lockContent(own, sha256)
    await drafts.keep(itemId, sha256)
    const at = now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
    await saveStored(own, itemId, `${sn}-${at}.${ending}`)
    return { received }
  })
}
