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
  if (isOpen) await addVisitor(db)
  const visitor = await db
    .updateTable('appUser')
    .set({ status })
    .where('userName', '=', visitorName)
    .returning('id')
    .executeTakeFirst()
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

/** Where there is none yet: several nodes may start together. */
async function addVisitor(db: Kysely<DB>): Promise<void> {
  const root = await db
    .selectFrom('organization')
    .select('id')
    .where('parentId', 'is', null)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('appUser')
    .values({
      userName: visitorName,
      realName: 'Visitor',
      orgId: root.id,
      isSuperAdmin: true,
      passwordHash: 'none',
      mustChangePassword: false,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The visitors' account. */
export const findVisitor = (db: Kysely<DB>) =>
  db
    .selectFrom('appUser')
    .select(['id', 'userName', 'orgId'])
    .where('userName', '=', visitorName)
    .where('status', '=', 1)
    .executeTakeFirst()
