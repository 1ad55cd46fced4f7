import { createHash } from 'node:crypto'
import { imageLimits, type ImageUse } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import type { Picture } from './image.rules.ts'

/** Keeps a picture under the hash of its bytes; what is known already is not written again. */
export async function keepImage(
  db: Kysely<DB>,
  { bytes, picture, userId }: { bytes: Buffer; picture: Picture; userId: string },
): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest()
  await db
    .insertInto('image')
    .values({ hash, bytes, ...picture, createdBy: userId })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  return `${hash.toString('hex')}.${picture.kind}`
}

/** The bytes of a kept picture by its name. */
export async function readImage(db: Kysely<DB>, name: string): Promise<Buffer | null> {
  const [hash = '', kind = ''] = name.split('.')
  const found = await db
    .selectFrom('image')
    .select('bytes')
    .where('hash', '=', Buffer.from(hash, 'hex'))
    .where('kind', '=', kind)
    .executeTakeFirst()
  return found?.bytes ?? null
}

/** Whether a picture is kept and fit for a use. */
export async function isFit(db: Kysely<DB>, name: string, use: ImageUse): Promise<boolean> {
  const [hash = '', kind = ''] = name.split('.')
  const { bytes, kinds } = imageLimits[use]
  const found = await db
    .selectFrom('image')
    .select('kind')
    .where('hash', '=', Buffer.from(hash, 'hex'))
    .where('kind', '=', kind)
    .where(sql`octet_length(bytes)`, '<=', bytes)
    .executeTakeFirst()
  return found !== undefined && kinds.some((one) => one === found.kind)
}

/** How many new pictures somebody has put here within a day. */
export async function keptToday(db: Kysely<DB>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('image')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('createdBy', '=', userId)
    .where('createdAt', '>', sql<string>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return count
}
