import type { Kysely } from 'kysely'
import { hashPassword } from '../../platform/passwords.ts'
import type { DB } from '../../platform/schema.ts'
import { oneTimePassword } from './oneTimePassword.ts'

/**
 * Makes the root organisation and the first administrator where there is none.
 * Answers the one-time password to print, or null when there is nothing to tell.
 * @param chosen the operator's own choice, which need not be changed at the first sign-in
 */
export async function seedFirstAdministrator(
  db: Kysely<DB>,
  chosen: string | null,
): Promise<string | null> {
  const any = await db.selectFrom('appUser').select('id').limit(1).executeTakeFirst()
  if (any) return null
  const password = chosen ?? oneTimePassword()
  const user = await db
    .insertInto('appUser')
    .values({
      userName: 'admin',
      realName: 'Administrator',
      orgId: await rootOrganization(db),
      isSuperAdmin: true,
      passwordHash: await hashPassword(password),
      mustChangePassword: chosen === null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const role = await db
    .selectFrom('role')
    .select('id')
    .where('code', '=', 'administrator')
    .executeTakeFirstOrThrow()
  await db.insertInto('userRole').values({ userId: user.id, roleId: role.id }).execute()
  return chosen === null ? password : null
}

async function rootOrganization(db: Kysely<DB>): Promise<string> {
  const known = await db
    .selectFrom('organization')
    .select('id')
    .where('parentId', 'is', null)
    .executeTakeFirst()
  if (known) return known.id
  const { id } = await db
    .insertInto('organization')
    .values({ name: 'Platform', code: 'platform', type: 'OPERATOR', path: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
