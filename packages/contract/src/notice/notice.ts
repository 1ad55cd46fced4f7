import * as z from 'zod/mini'
import { del, get, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'

export const noticeSeverities = ['INFO', 'SUCCESS', 'WARNING', 'CRITICAL'] as const
export type NoticeSeverity = (typeof noticeSeverities)[number]

/** Where notices live; the live stream names this path to the user they are for, and to nobody else. */
export const noticesPath = '/admin/notice/v1/notice'

/** The popover's tabs: 1 messages of the server, 2 copies of the mails that went to the user. */
export const noticeTypes = { message: 1, email: 2 } as const

const type = once(() => z.union([z.literal(1), z.literal(2)]))
const typeQuery = once(() =>
  z.strictObject({ type: z._default(z.pipe(z.coerce.number(), type()), 1) }),
)

/** What a user is told; `notice` is its text in the tab Message, `email` in the tab Email. */
const notice = once(() =>
  z.object({
    id: f.id(),
    type: type(),
    image: z.nullable(z.string()),
    notice: z.string(),
    email: z.string(),
    severity: z.enum(noticeSeverities),
    /** A path of the console, with its query. */
    link: z.nullable(z.string()),
    createdAt: f.moment(),
    isRead: z.boolean(),
  }),
)
export type Notice = z.output<ReturnType<typeof notice>>

/** The signed-in user's own notices. */
export const notices = {
  page: get(`${noticesPath}/page`, 'signedIn', () => ({
    query: z.omit(pageQuery(typeQuery()), { sortField: true, sortOrder: true, keyword: true }),
    reply: pageOf(notice()),
  })),
  unread: get(`${noticesPath}/unread`, 'signedIn', () => ({
    reply: z.object({ message: z.int(), email: z.int() }),
  })),
  read: put(`${noticesPath}/read/{id}`, 'signedIn', () => ({
    params: z.strictObject({ id: f.id() }),
    reply: z.object({ count: z.int() }),
  })),
  readAll: put(`${noticesPath}/read`, 'signedIn', () => ({
    query: typeQuery(),
    reply: z.object({ count: z.int() }),
  })),
  clear: del(`${noticesPath}/clear`, 'signedIn', () => ({
    query: typeQuery(),
    reply: z.object({ count: z.int() }),
  })),
}
