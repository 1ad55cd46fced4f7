import { codes, columnsOf, type LoggedMail, mailLog } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { anyContains, type Condition, contains, equals, pageRows } from '../../../kit/page.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { seenRows } from '../../organization/index.ts'
import { requireNotAbove } from '../../user/access/index.ts'
import { mailBell } from '../mailTo.ts'
import { asPreview } from '../wording/page.ts'
import { plainText } from '../wording/wording.rules.ts'

/** Mails of an organisation's people; those of nobody's organisation are the platform's to read. */
const scope = organizationsBy('orgId')

/** Every mail of ours, and what became of it. */
export const mailLogRoutes = serve(mailLog, scope, {
  page: async ({ query }, ctx) => {
    const { to, template, state, keyword } = query
    const conditions: Condition[] = [
      await seenRows(ctx, scope),
      ...(to ? [contains('to', to)] : []),
      ...(template ? [contains('template', template)] : []),
      ...(state ? [equals('state', state)] : []),
      ...(keyword?.trim() ? [anyContains(['to', 'subject', 'template'], keyword.trim())] : []),
    ]
    const order = query.sortField
      ? query
      : { ...query, sortField: 'at', sortOrder: 'desc' as const }
    const source = {
      view: 'mailLogRow',
      conditions,
      sortable: columnsOf(mailLog.page),
      order: ['at'],
    }
    return mailLog.page.schemas.reply.parse(await pageRows(ctx, source, order))
  },
  detail: async ({ params }, ctx) => {
    const mail = await find(ctx, params.id)
    return { ...mail, html: asPreview(mail.html), text: plainText(mail.html) }
  },
  reveal: ({ params }, ctx) => reveal(ctx, params.id),
  resend: ({ params }, ctx) => resend(ctx, params.id),
})

type ReadMail = LoggedMail & { readonly html: string }

async function find(ctx: Context, id: string): Promise<ReadMail> {
  const isMine: Condition = scope.rows(ctx.principal)
  const { rows } = await sql<ReadMail>`select * from mail_log_row as row
    where id = ${id} and ${isMine}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/**
 * Shows what opens a door before it is sent: only to a person of the whole platform, and only where
 * the receiver holds no more than he does.
 */
async function reveal(ctx: Context, id: string): Promise<{ text: string }> {
  const mail = await find(ctx, id)
  if (ctx.principal.kind !== 'user' || !ctx.principal.scope.all)
    throw new Refusal(codes.forbidden, 'mail.notForYou')
  const { rows } = await sql<{ html: string }>`select html from mail_log
    where id = ${id} and blotted_html is not null and expires_at > now() for share`.execute(ctx.db)
  const [waiting] = rows
  if (!waiting) throw new Refusal(codes.warning, 'mail.codeGone')
  const receivers = await ctx.db
    .selectFrom('appUser')
    .select('id')
    .where(sql`lower(email)`, '=', mail.to.toLowerCase())
    .execute()
  await requireNotAbove(
    ctx,
    receivers.map((receiver) => receiver.id),
  )
  ctx.note({ targetIds: [id] })
  return { text: plainText(waiting.html) }
}

/** Puts a mail into the queue anew; one whose code is redacted could only bring a riddle. */
async function resend(ctx: Context, id: string): Promise<{ count: number }> {
  const mail = await find(ctx, id)
  if (mail.isBlotted) throw new Refusal(codes.warning, 'mail.blotted')
  const { rows } = await sql<{ found: SqlBool }>`update mail_log set state = 'QUEUED', attempts = 0,
      next_attempt_at = now(), expires_at = now() + interval '1 day', error = null
    where id = ${id} returning true as found`.execute(ctx.db)
  ctx.note({ targetIds: [id] })
  ctx.changed(mailLog.page.path, [id])
  ctx.ring(mailBell)
  return { count: rows.length }
}
