import { createHash } from 'node:crypto'
import { imageLimits, type ImageUse } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { Principal } from '../../../access/principal.ts'
import type { DB } from '../../../platform/schema.ts'
import { lockContent } from '../dropContent.ts'
import type { Picture } from './image.rules.ts'

interface NewImage {
  readonly bytes: Buffer
  readonly picture: Picture
  /** What its file was called. */
  readonly name: string
  readonly scan: 'CLEAN' | null
  readonly principal: Pick<Principal, 'userId' | 'orgId'>
}

/**
 * Keeps a picture under the hash of its bytes, in a transaction, and enters it among the uploads of
 * the caller's organisation; what is known there already is not entered again.
 */
export async function keepImage(
  db: Kysely<DB>,
  { bytes, picture, name, scan, principal }: NewImage,
): Promise<string> {
  const { userId, orgId } = principal
  const hash = createHash('sha256').update(bytes).digest()
  // Nobody drops it as an orphan meanwhile.
  await lockContent(db, hash)
  await db
    .insertInto('image')
    .values({ hash, bytes, ...picture, createdBy: userId })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  const known = await sql`update upload
    set unused_since = case when unused_since is not null then now() end,
      scan = coalesce(${scan}, scan), scanned_at = case when ${scan}::text is null then scanned_at else now() end
    where sha256 = ${hash} and storage = 'DATABASE' and state = 'STORED' and org_id = ${orgId}
    returning id`.execute(db)
  if (known.rows.length === 0)
    await sql`insert into upload (name, type, bytes, sha256, md5, chunk_bytes, state, storage, scan,
        scanned_at, unused_since, org_id, created_by)
      values (${nameOf(name, picture, hash)}, 'image', ${bytes.length}, ${hash}, ${md5Of(bytes)},
        ${bytes.length}, 'STORED', 'DATABASE', ${scan}, case when ${scan}::text is not null then now() end,
        now(), ${orgId}, ${userId})`.execute(db)
  return `${hash.toString('hex')}.${picture.kind}`
}

const md5Of = (bytes: Buffer): Buffer => createHash('md5').update(bytes).digest()

/** What its file was called, with the ending that its content says. */
function nameOf(name: string, { kind }: Picture, hash: Buffer): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{Cc}/\\]/gu, '')
    .toWellFormed()
    .trim()
    .replace(/\.[^.]*$/, '')
    .slice(0, 200)
  return `${plain || hash.toString('hex').slice(0, 12)}.${kind}`
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

/** Whether a picture is kept and fit for a use. Until the commit nobody removes it as an orphan. */
export async function isFit(db: Kysely<DB>, name: string, use: ImageUse): Promise<boolean> {
  const [hash = '', kind = ''] = name.split('.')
  const { bytes, kinds } = imageLimits[use]
  const { rows } = await sql`select from upload join image on image.hash = upload.sha256
    where upload.sha256 = ${Buffer.from(hash, 'hex')} and upload.storage = 'DATABASE'
      and upload.state = 'STORED' and image.kind = ${kind} and octet_length(image.bytes) <= ${bytes}
    order by upload.id for no key update of upload`.execute(db)
  return rows.length > 0 && kinds.some((one) => one === kind)
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

/** How many pixels a kept picture has; null: there is none of that name. */
export async function pictureSize(
  db: Kysely<DB>,
  name: string,
): Promise<{ readonly width: number; readonly height: number } | null> {
  const hash = Buffer.from(name.split('.')[0] ?? '', 'hex')
  const found = await db
    .selectFrom('image')
    .select(['width', 'height'])
    .where('hash', '=', hash)
    .executeTakeFirst()
  return found ?? null
}
