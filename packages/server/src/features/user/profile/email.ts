import { type ParsedOf, type profile, siteSetting } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { readSetting } from '../../system/setting/index.ts'
import { noticeChange } from '../accountNotices.ts'
import { refuseCode, sendCode } from '../mailCode/index.ts'
import { requirePassword } from '../session/confirm.ts'

/** Codes are good for one user and one address. */
const accountOf = ({ principal }: Context, email: string) => `${principal.userId}:${email}`

/** Mails a code to an address that the caller wants to have. */
export async function sendEmailCode(ctx: Context, email: string) {
  const { userId, orgId } = ctx.principal
  const recipient = { userId, orgId, email, language: ctx.language }
  return sendCode(ctx, { purpose: 'EMAIL_CODE', account: accountOf(ctx, email), recipient })
}

/** Takes a new address. */
export async function changeEmail(
  ctx: Context,
  { email, password, codeId, code }: ParsedOf<typeof profile.changeEmail>['body'],
): Promise<void> {
  await requirePassword(ctx, password)
  const { validationEmail } = await readSetting(ctx.db, siteSetting)
  const shown = { purpose: 'EMAIL_CODE', account: accountOf(ctx, email), codeId, code } as const
  const refusal = validationEmail ? await refuseCode(ctx, shown) : null
  if (refusal) throw refusal
  const emailVerifiedAt = validationEmail ? ctx.now().toISOString() : null
  await ctx.db
    .updateTable('appUser')
    .set({ email, emailVerifiedAt, updatedAt: sql`now()` })
    .where('id', '=', ctx.principal.userId)
    .execute()
  ctx.note({ targetIds: [ctx.principal.userId], after: { email } })
  await noticeChange(ctx, ctx.principal.userId, 'emailChanged')
}
