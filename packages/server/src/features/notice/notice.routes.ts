import { countCap, type Notice, notices, noticesPath, noticeTypes } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { notFound } from '../../kit/refusal.ts'
import { ownSession } from '../../kit/scope.ts'
import { serve } from '../../kit/serve.ts'
import { noticeText } from './noticeText.ts'

/** A badge says 99+ beyond this. */
const unreadCap = 100

export const noticeRoutes = serve(notices, ownSession, {
  page: async ({ query: { pageNum, pageSize } }, ctx) => {
    const list = await readNotices(ctx, { limit: pageSize, offset: (pageNum - 1) * pageSize })
    const total = await countNotices(ctx, countCap + 1)
    return {
      list,
      total: Math.min(total, countCap),
      capped: total > countCap,
      pageNum,
      pageSize,
    }
  },
  unread: async (_, ctx) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from (select from notice
      where user_id = ${ctx.principal.userId} and read_at is null limit ${unreadCap}) unread`.execute(
      ctx.db,
    )
    return { message: rows[0]?.count ?? 0, email: 0 }
  },
  read: async ({ params }, ctx) => {
    const { numUpdatedRows } = await ownRows(ctx).where('id', '=', params.id).executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound()
    return told(ctx, 1)
  },
  readAll: async (_, ctx) => {
    const { numUpdatedRows } = await ownRows(ctx).where('readAt', 'is', null).executeTakeFirst()
    return told(ctx, Number(numUpdatedRows))
  },
  clear: async (_, ctx) => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('notice')
      .where('userId', '=', ctx.principal.userId)
      .executeTakeFirst()
    return told(ctx, Number(numDeletedRows))
  },
})

interface StoredNotice extends Omit<Notice, 'type' | 'notice' | 'email'> {
  readonly textKey: string
  readonly textValues: unknown
}

/** The caller's notices, the newest first. */
async function readNotices(
  ctx: Context,
  { limit, offset }: { limit: number; offset: number },
): Promise<Notice[]> {
  const { rows } = await sql<StoredNotice>`select id, severity, text_key, text_values, link, image,
      created_at, read_at is not null as is_read
    from notice where user_id = ${ctx.principal.userId}
    order by id desc limit ${limit} offset ${offset}`.execute(ctx.db)
  return rows.map(({ textKey, textValues, ...row }) => ({
    ...row,
    type: noticeTypes.message,
    notice: noticeText(ctx.language, textKey, textValues),
    email: '',
  }))
}

async function countNotices(ctx: Context, cap: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (select from notice
    where user_id = ${ctx.principal.userId} limit ${cap}) own`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

const ownRows = (ctx: Context) =>
  ctx.db
    .updateTable('notice')
    .set({ readAt: sql`coalesce(read_at, now())` })
    .where('userId', '=', ctx.principal.userId)

/** The user's other browser tabs follow. */
function told(ctx: Context, count: number): { count: number } {
  if (count > 0) ctx.changed(noticesPath, [ctx.principal.userId])
  return { count }
}
