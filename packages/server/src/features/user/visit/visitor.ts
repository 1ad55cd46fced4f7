import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

/** The account that visitors of a closed demonstration share; no password opens it. */
const visitorName = 'visitor@demonstration'

export const isVisitor = (userName: string): boolean => userName === visitorName

/**
 * Opens the visitors' account where the server runs as a closed demonstration, and closes it where
 * it does not: their sessions end with it.
 */
export async function setVisitor(db: Kysely<DB>, isOpen: boolean): Promise<void> {
  const status = isOpen ? 1 : 0
  const { numUpdatedRows } = await db
    .updateTable('appUser')
    .set({ status })
    .where('userName', '=', visitorName)
    .executeTakeFirst()
  if (!isOpen || numUpdatedRows > 0) return
  const root = db.selectFrom('organization').select('id').where('parentId', 'is', null).limit(1)
  await db
    .insertInto('appUser')
    .values({
      userName: visitorName,
      realName: 'Visitor',
      orgId: (await root.executeTakeFirstOrThrow()).id,
      isSuperAdmin: true,
      passwordHash: 'none',
      mustChangePassword: false,
    })
    .execute()
}

/** The visitors' account. */
export const findVisitor = (db: Kysely<DB>) =>
  db
    .selectFrom('appUser')
    .select(['id', 'userName'])
    .where('userName', '=', visitorName)
    .where('status', '=', 1)
    .executeTakeFirst()
