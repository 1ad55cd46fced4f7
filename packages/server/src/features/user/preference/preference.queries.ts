import { type NoticePreferences, noticePreferences } from '@muster/contract'
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

/** Under which a user's wishes are kept; the function `wants_notice` reads them, too. */
export const preferenceKey = 'notices'

/** What a user wants to be told. */
export async function noticePreferencesOf(
  db: Kysely<DB>,
  userId: string,
): Promise<NoticePreferences> {
  const kept = await db
    .selectFrom('userSetting')
    .select('value')
    .where('userId', '=', userId)
    .where('key', '=', preferenceKey)
    .executeTakeFirst()
  const parsed = noticePreferences().safeParse(kept?.value ?? {})
  return parsed.success ? parsed.data : noticePreferences().parse({})
}
