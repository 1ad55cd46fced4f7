import { platformUsers } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { giveNotice } from '../../notice/index.ts'

/** So many are told at most; they share the work. */
const mostTold = 100

/** Tells those who may decide that somebody waits for it. */
export async function tellReviewers(ctx: Context, realName: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select account.id from app_user account
    where is_usable(account) and (account.is_super_admin or exists (
      select from user_role held
        join role on role.id = held.role_id and role.status = 1 and role.deleted_at is null
        join data_scope scope on scope.role_id = role.id and scope.kind = 'ALL'
        join role_menu on role_menu.role_id = role.id
        join menu on menu.id = role_menu.menu_id
      where held.user_id = account.id and menu.button_code = ${platformUsers.review.permission}))
    order by account.last_sign_in_at desc nulls last limit ${mostTold}`.execute(ctx.db)
  await giveNotice(ctx, {
    userIds: rows.map(({ id }) => id),
    severity: 'INFO',
    textKey: 'notice.platformUser',
    values: { name: realName },
    link: '/access/platform-users?state=PENDING_REVIEW',
  })
}
