import { type Notice, noticeTypes } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { noticeText } from './noticeText.ts'

interface StoredNotice extends Omit<Notice, 'type' | 'notice' | 'email'> {
  readonly textKey: string
  readonly textValues: unknown
}

/** The caller's notices, the newest first. */
export async function readNotices(
  ctx: Context,
  { limit, offset }: { limit: number; offset: number },
): Promise<Notice[]> {
  const { rows } = await sql<StoredNotice>`select id, severity, text_key, text_values, link, image,
      created_at, read_at is not null as is_read
    from notice where user_id = ${ctx.principal.userId}
    order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(ctx.db)
  return rows.map(({ textKey, textValues, ...row }) => ({
    ...row,
    type: noticeTypes.message,
    notice: noticeText(ctx.language, textKey, textValues),
    email: '',
  }))
}

/** How many notices the caller has, or has not read, counted no further than `cap`. */
export async function countNotices(
  ctx: Context,
  { cap, unread }: { readonly cap: number; readonly unread: boolean },
): Promise<number> {
  const only = unread ? sql`and read_at is null` : sql``
  const { rows } = await sql<{ count: number }>`select count(*) as count from (select from notice
    where user_id = ${ctx.principal.userId} ${only} limit ${cap}) own`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** Marks the caller's notices as read; of all of them only one where its id is given. */
export async function markNoticesRead(ctx: Context, id: string | null): Promise<number> {
  const own = ctx.db
    .updateTable('notice')
    .set({ readAt: sql`coalesce(read_at, now())` })
    .where('userId', '=', ctx.principal.userId)
  const marked = id === null ? own.where('readAt', 'is', null) : own.where('id', '=', id)
  const { numUpdatedRows } = await marked.executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Removes the caller's notices. */
export async function clearNotices(ctx: Context): Promise<number> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('notice')
    .where('userId', '=', ctx.principal.userId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
