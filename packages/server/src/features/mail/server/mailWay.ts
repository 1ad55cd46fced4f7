import { codes, siteSetting, verifyTypes } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { StoredRow } from '../../../kit/record.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { readSetting } from '../../system/setting/index.ts'

/** Whether a way to sign in needs that mails arrive. */
const needsMail = (verifyType: number): boolean =>
  verifyType === verifyTypes.mail || verifyType === verifyTypes.both

/** Refuses a way to sign in by mailed codes as long as no server has shown that it delivers to all. */
export async function requireMailFor(ctx: Context, verifyType: number): Promise<void> {
  const before = await readSetting(ctx.db, siteSetting)
  if (!needsMail(verifyType) || needsMail(before.verifyType)) return
  const { isTested } = await serversForAll(ctx)
  if (!isTested) throw fieldRefusal('verifyType', 'mail.noWorkingServer')
}

/** Makes a change of servers that leaves a way for everybody's codes, while people sign in by mailed codes. */
export async function keepMailWay<T>(ctx: Context, change: () => Promise<T>): Promise<T> {
  if (!(await isNeeded(ctx))) return change()
  const before = await serversForAll(ctx)
  const changed = await change()
  const after = await serversForAll(ctx)
  if (!after.isThere) throw new Refusal(codes.warning, 'mail.neededToSignIn')
  // Where none delivers, any change may be the one that mends it.
  if (before.isTested && !after.isTested)
    throw new Refusal(codes.warning, 'mail.testedNeededToSignIn')
  return changed
}

/** Refuses a default that has not shown that it delivers, while people sign in by mailed codes. */
export async function requireDelivering(
  ctx: Context,
  { lastTestAt, lastTestError }: Pick<StoredRow<'mailServer'>, 'lastTestAt' | 'lastTestError'>,
): Promise<void> {
  const isTested = lastTestAt !== null && lastTestError === null
  if (!isTested && (await isNeeded(ctx)))
    throw new Refusal(codes.warning, 'mail.testedNeededToSignIn')
}

async function isNeeded({ db }: Context): Promise<boolean> {
  const { verifyType } = await readSetting(db, siteSetting)
  return needsMail(verifyType)
}

/** The enabled servers that mail anybody: those of no organisation, of the topmost, and SMTP_URL's. */
async function serversForAll({ db, platform }: Context) {
  if (platform.env.smtpUrl) return { isThere: true, isTested: true }
  const { rows } = await sql<{ isThere: boolean; isTested: boolean }>`
    select count(*) > 0 as is_there,
      coalesce(bool_or(s.last_test_at is not null and s.last_test_error is null), false) as is_tested
    from mail_server s left join organization o on o.id = s.org_id
    where s.status = 1 and s.deleted_at is null and (s.org_id is null or o.parent_id is null)`.execute(
    db,
  )
  return rows[0] ?? { isThere: false, isTested: false }
}
