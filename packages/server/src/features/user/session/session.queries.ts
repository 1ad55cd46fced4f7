import type { signInResults } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { sourceOf } from '../guessing/source.rules.ts'

/** The account of a user name, whatever its state, or null. */
export async function findAccount(ctx: Context, userName: string) {
  const found = await ctx.db
    .selectFrom('appUser')
    .select(['id', 'userName', 'email', 'language', 'orgId'])
    .select(sql<boolean>`is_usable(app_user)`.as('isUsable'))
    .where(sql`lower(user_name)`, '=', userName.toLowerCase())
    .executeTakeFirst()
  return found ?? null
}

/** The same account again, its row locked: what is judged now cannot change until the commit. */
export const lockAccount = (ctx: Context, id: string) =>
  ctx.db
    .selectFrom('appUser')
    .selectAll()
    .select(sql<boolean>`is_organization_over(org_id)`.as('isOrganizationOver'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export type Account = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

export interface SignInEntry {
  readonly userName: string
  readonly userId: string | null
  readonly result: (typeof signInResults)[number]
}

/** Writes how a sign-in ended; failures are counted from here. */
export async function noteSignIn(ctx: Context, entry: SignInEntry): Promise<void> {
  const { ip, userAgent } = ctx
  await ctx.db
    .insertInto('signInLog')
    .values({
      ...entry,
      ip,
      at: ctx.now().toISOString(),
      source: sourceOf(ip),
      userAgent: userAgent.slice(0, 255),
    })
    .execute()
}
