import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/** Whether a mail can go out at all: there is a mail server that may send it. */
export async function isMailReady({ db, platform }: Context): Promise<boolean> {
  if (platform.env.smtpUrl) return true
  const { rows } =
    await sql`select from mail_server where status = 1 and deleted_at is null limit 1`.execute(db)
  return rows.length > 0
}
