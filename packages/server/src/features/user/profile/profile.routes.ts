import { type DateFormat, type ParsedOf, type Profile, profile } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { requireImage } from '../../file/image/index.ts'
import { isTimezone } from '../../timezone/timezone/index.ts'
import { changeEmail, sendEmailCode } from './email.ts'

export const profileRoutes = serve(profile, ownSession, {
  read: (_, ctx) => readProfile(ctx),
  update: ({ body }, ctx) => update(ctx, body),
  emailCode: ({ body }, ctx) => sendEmailCode(ctx, body.email),
  changeEmail: async ({ body }, ctx) => {
    await changeEmail(ctx, body)
    return readProfile(ctx)
  },
})

function readProfile({ db, principal }: Context): Promise<Profile> {
  return db
    .selectFrom('appUser')
    .innerJoin('organization', 'organization.id', 'appUser.orgId')
    .where('appUser.id', '=', principal.userId)
    .select((eb) => [
      'appUser.userName',
      // Whoever never chose one is called by the name he signs in with.
      sql<string>`coalesce(nullif(app_user.nick_name, ''), app_user.user_name)`.as('nickName'),
      'appUser.realName',
      'appUser.phone',
      'appUser.email',
      'appUser.avatar',
      'appUser.language',
      'appUser.timeZone',
      eb.ref('appUser.dateFormat').$castTo<DateFormat>().as('dateFormat'),
      'organization.name as organization',
      sql<string[]>`array(${eb
        .selectFrom('userRole')
        .innerJoin('role', 'role.id', 'userRole.roleId')
        .whereRef('userRole.userId', '=', 'appUser.id')
        .orderBy('role.name')
        .select('role.name')})`.as('roles'),
    ])
    .executeTakeFirstOrThrow()
}

async function update(ctx: Context, body: ParsedOf<typeof profile.update>['body']) {
  if (body.timeZone !== null && !isTimezone(body.timeZone))
    throw fieldRefusal('timeZone', 'profile.unknownTimeZone')
  if (body.language !== null && !(await isOffered(ctx, body.language)))
    throw fieldRefusal('language', 'profile.unknownLanguage')
  await requireImage(ctx, { field: 'avatar', name: body.avatar, use: 'picture' })
  const before = await readProfile(ctx)
  await ctx.db
    .updateTable('appUser')
    .set({ ...body, updatedAt: sql`now()` })
    .where('id', '=', ctx.principal.userId)
    .execute()
  const after = await readProfile(ctx)
  ctx.note({ targetIds: [ctx.principal.userId], before, after })
  return after
}

async function isOffered({ db }: Context, code: string): Promise<boolean> {
  const found = await db
    .selectFrom('language')
    .select('id')
    .where('code', '=', code)
    .where('status', '=', 1)
    .executeTakeFirst()
  return found !== undefined
}
