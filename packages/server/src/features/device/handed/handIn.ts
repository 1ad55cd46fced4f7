import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import type { Platform } from '../../../kit/context.ts'
import { isDiskFull, tellDiskFull } from '../../../platform/diskFull.ts'
import { draftsIn } from '../../../platform/drafts.ts'
import { lockContent } from '../../file/index.ts'
import { check, type Checked } from './checkHanded.ts'
import { type Handing, lockHanding, saveReceived, saveStored } from './handed.queries.ts'

/** The statuses that a part or the end of it is refused with. */
export type Refused = 404 | 409 | 422 | 507

interface Answer {
  readonly received: number
  readonly refused?: Refused
}

type Store = Pick<Platform, 'db' | 'env' | 'now' | 'log'>

/** Bytes that stay free on the disk, for everything else that writes there. */
const reserve = 256 * 1_048_576

/** Whether there is room for so many bytes more. */
export const hasRoom = async ({ env }: Pick<Platform, 'env'>, bytes: number): Promise<boolean> =>
  (await draftsIn(env.dataFolder).room()) >= bytes + reserve

interface Part {
  /** Where it begins. */
  readonly at: number
  readonly bytes: Buffer
}

/** Takes the next part; one that is not the next is told what is missing. */
export async function takePart(
  { db, env, log }: Store,
  tokenHash: Buffer,
  part: Part,
): Promise<Answer> {
  // Many may have been let begin while there was room for one.
  const isRoomy = await hasRoom({ env }, part.bytes.length)
  return db.transaction().execute(async (own) => {
    const handing = await lockHanding(own, tokenHash)
    if (!handing) return { received: 0, refused: 404 }
    const { itemId, received, bytes } = handing
    const end = part.at + part.bytes.length
    if (part.at !== received || end > bytes) return { received, refused: 409 }
    if (!isRoomy) return { received, refused: 507 }
    const drafts = draftsIn(env.dataFolder)
    // Other bytes may have been announced before.
    if (part.at === 0) await drafts.remove(itemId)
    const isWritten = await drafts
      .write(itemId, part.at, part.bytes)
      .then(() => true, failedFull(log))
    if (!isWritten) return { received, refused: 507 }
    await saveReceived(own, itemId, end)
    return { received: end }
  })
}

const failedFull = (log: Store['log']) => (error: unknown) => {
  if (!isDiskFull(error)) throw error
  tellDiskFull(log, error)
  return false
}

/** What is being looked into by this process: asked twice, it answers once. */
const underWay = new Map<string, Promise<Answer>>()

/** Keeps what has arrived, where it is what was announced and asked for; else it has to come anew. */
export function completeHanding(store: Store, tokenHash: Buffer): Promise<Answer> {
  const name = tokenHash.toString('hex')
  const known = underWay.get(name)
  if (known) return known
  const answer = complete(store, tokenHash).finally(() => underWay.delete(name))
  underWay.set(name, answer)
  return answer
}

async function complete(store: Store, tokenHash: Buffer): Promise<Answer> {
  const { db, env } = store
  const drafts = draftsIn(env.dataFolder)
  // Aside: nobody writes it any more, and no connection is held while it is looked into.
  const aside = randomUUID()
  const found = await db.transaction().execute(async (own) => {
    const handing = await lockHanding(own, tokenHash)
    if (!handing) return { received: 0, refused: 404 } as const
    const { itemId, received, bytes } = handing
    if (received < bytes) return { received, refused: 409 } as const
    await rename(drafts.pathOf(itemId), drafts.pathOf(aside)).catch(() => undefined)
    return { handing }
  })
  if (!('handing' in found)) return found
  try {
    const checked = await check(drafts.pathOf(aside), found.handing)
    return await keep(store, { tokenHash, aside, checked, looked: found.handing })
  } finally {
    await drafts.remove(aside)
  }
}

interface Looked {
  readonly tokenHash: Buffer
  readonly aside: string
  /** Null: it is not what was asked for. */
  readonly checked: Checked | null
  readonly looked: Handing
}

function keep(
  { db, env, now }: Store,
  { tokenHash, aside, checked, looked }: Looked,
): Promise<Answer> {
  return db.transaction().execute(async (own) => {
    const handing = await lockHanding(own, tokenHash)
    if (!handing) return { received: 0, refused: 404 }
    const { itemId, received, sha256, sn } = handing
    if (checked === null || !sha256.equals(looked.sha256)) {
      await saveReceived(own, itemId, 0)
      return { received: 0, refused: 422 }
    }
    await lockContent(own, sha256)
    await draftsIn(env.dataFolder).keep(aside, sha256)
    const at = now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
    await saveStored(own, itemId, { name: `${sn}-${at}.${checked.ending}`, text: checked.text })
    return { received }
  })
}
