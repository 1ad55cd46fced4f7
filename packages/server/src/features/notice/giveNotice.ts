import { type NoticeSeverity, noticesPath, type TextKey } from '@muster/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Context } from '../../kit/context.ts'
import type { LiveHub } from '../../platform/liveHub.ts'

/** What a place of a text is filled with; a text key is put into the reader's language too. */
export type NoticeValue = string | number | { readonly textKey: TextKey }

export interface NewNotice {
  readonly userIds: readonly string[]
  readonly severity: NoticeSeverity
  readonly textKey: TextKey
  readonly values?: Readonly<Record<string, NoticeValue>>
  /** A path of the console that opens on a click, with its query. */
  readonly link?: string | null
  /** Address of a picture. */
  readonly image?: string | null
}

/**
 * Writes a notice in the caller's transaction; the consoles of its users hear of it after the commit. What is an
 * API client reads none: it may have done what is told of.
 */
export async function giveNotice(
  ctx: Pick<Context, 'db' | 'changed'>,
  { userIds, severity, textKey, values = {}, link = null, image = null }: NewNotice,
): Promise<void> {
  if (userIds.length === 0) return
  const textValues = JSON.stringify(values)
  await sql`insert into notice (user_id, severity, text_key, text_values, link, image)
    select account.id, ${severity}, ${textKey}, ${textValues}::jsonb, ${link}::text, ${image}::text
    from app_user account where account.id = any(${[...userIds]}::uuid[])`.execute(ctx.db)
  ctx.changed(noticesPath, userIds)
}

/** {@link giveNotice} for gateway and worker, in the transaction of a client; {@link tellNotices} after its commit. */
export async function insertNotices(
  client: Pick<pg.ClientBase, 'query'>,
  notices: readonly NewNotice[],
): Promise<string[]> {
  const rows = notices.flatMap(({ userIds, ...notice }) =>
    userIds.map((userId) => ({ userId, ...notice })),
  )
  if (rows.length === 0) return []
  await client.query({
    name: 'notice.insert',
    text: `insert into notice (user_id, severity, text_key, text_values, link, image)
      select told."userId", told.severity, told."textKey", coalesce(told.values, '{}'), told.link, told.image
      from jsonb_to_recordset($1::jsonb) as told ("userId" uuid, severity text, "textKey" text,
        values jsonb, link text, image text)
        join app_user account on account.id = told."userId"`,
    values: [JSON.stringify(rows)],
  })
  return [...new Set(rows.map(({ userId }) => userId))]
}

/** Tells the consoles of these users that they have something to read; one notification for all. */
export function tellNotices(live: Pick<LiveHub, 'changed'>, userIds: readonly string[]): void {
  if (userIds.length > 0) live.changed({ path: noticesPath, ids: userIds, orgIds: [] })
}
