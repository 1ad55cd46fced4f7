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
  const known = await db
    .updateTable('appUser')
    .set({ status })
    .where('userName', '=', visitorName)
    .returning('id')
    .executeTakeFirst()
  const visitor = known ?? (isOpen ? await addVisitor(db) : undefined)
  if (!visitor) return
  // The menu comes from roles, also for who may do everything.
  const role = db.selectFrom('role').where('code', '=', 'administrator')
  await db
    .insertInto('userRole')
    .columns(['userId', 'roleId'])
    .expression(role.select((eb) => [eb.val(visitor.id).as('userId'), 'role.id as roleId']))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function addVisitor(db: Kysely<DB>): Promise<{ id: string }> {
  const root = await db
    .selectFrom('organization')
    .select('id')
    .where('parentId', 'is', null)
    .executeTakeFirstOrThrow()
  return db
    .insertInto('appUser')
    .values({
      userName: visitorName,
      realName: 'Visitor',
      orgId: root.id,
      isSuperAdmin: true,
      passwordHash: 'none',
      mustChangePassword: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** The visitors' account. */
export const findVisitor = (db: Kysely<DB>) =>
  db
    .selectFrom('appUser')
    .select(['id', 'userName'])
    .where('userName', '=', visitorName)
    .where('status', '=', 1)
    .executeTakeFirst()
