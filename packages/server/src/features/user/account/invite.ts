import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { mailTo } from '../../mail/index.ts'
import { makeMailLink } from '../recovery/index.ts'

/** Hours that an invitation is good for. */
const linkHours = 24

interface Invited {
  readonly id: string
  readonly userName: string
  readonly email: string
  readonly orgId: string
  readonly language: string | null
}

/** Mails accounts that wait for their owners a link each; answers how many there were. */
export async function invite(ctx: Context, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<Invited>`select id, user_name, email, org_id, language from app_user
    where id = any(${[...ids]}::uuid[]) and invited_at is not null and email is not null
      and is_usable(app_user)`.execute(ctx.db)
  for (const account of rows) await mailInvitation(ctx, account)
  return rows.length
}

async function mailInvitation(ctx: Context, account: Invited): Promise<void> {
  const { orgId } = account
  const link = await makeMailLink(ctx, { userId: account.id }, { hours: linkHours, orgId })
  await mailTo(ctx, {
    to: account.email,
    template: 'INVITE',
    language: account.language ?? ctx.language,
    orgId,
    values: {
      userName: account.userName,
      inviter: ctx.principal.userName,
      link,
      hours: linkHours,
    },
  })
}
