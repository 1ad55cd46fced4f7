import { countCap, notices, noticesPath, noticeTypes } from '@muster/contract'
import type { Context } from '../../kit/context.ts'
import { notFound } from '../../kit/refusal.ts'
import { ownSession } from '../../access/scope.ts'
import { serve } from '../../kit/serve.ts'
import {
  clearMails,
  countMails,
  countUnreadMails,
  markMailsRead,
  readMails,
} from './ownMails.queries.ts'
import { clearNotices, countNotices, markNoticesRead, readNotices } from './ownNotices.queries.ts'

/** A badge says 99+ beyond this. */
const unreadCap = 100

const isMail = ({ type }: { readonly type: number }) => type === noticeTypes.email

export const noticeRoutes = serve(notices, ownSession, {
  page: async ({ query }, ctx) => {
    const { pageNum, pageSize } = query
    const window = { limit: pageSize, offset: (pageNum - 1) * pageSize }
    const list = await (isMail(query) ? readMails(ctx, window) : readNotices(ctx, window))
    const cap = countCap + 1
    const total = await (isMail(query)
      ? countMails(ctx, cap)
      : countNotices(ctx, { cap, unread: false }))
    return { list, total: Math.min(total, countCap), capped: total > countCap, pageNum, pageSize }
  },
  unread: async (_, ctx) => ({
    message: await countNotices(ctx, { cap: unreadCap, unread: true }),
    email: await countUnreadMails(ctx, unreadCap),
  }),
  read: async ({ params: { id } }, ctx) => {
    const count = (await markNoticesRead(ctx, id)) || (await markMailsRead(ctx, id))
    if (count === 0) throw notFound()
    return told(ctx, count)
  },
  readAll: async ({ query }, ctx) =>
    told(ctx, await (isMail(query) ? markMailsRead(ctx, null) : markNoticesRead(ctx, null))),
  clear: async ({ query }, ctx) =>
    told(ctx, await (isMail(query) ? clearMails(ctx) : clearNotices(ctx))),
})

/** The user's other browser tabs follow. */
function told(ctx: Context, count: number): { count: number } {
  if (count > 0) ctx.changed(noticesPath, [ctx.principal.userId])
  return { count }
}
