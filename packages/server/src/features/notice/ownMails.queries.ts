import { type Notice, noticeTypes, secretMails } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'

interface Window {
  readonly limit: number
  readonly offset: number
}

/**
 * The caller's mails that he has not cleared: what was sent to his address. Mails that open a door
 * stay in the mailbox, where whoever sits at an open console cannot read them.
 */
const ownMails = ({ principal }: Context): RawBuilder<unknown> =>
  sql`from app_user owner join mail_log mail on lower(mail.to_address) = lower(owner.email)
      left join notice_mail own on own.mail_id = mail.id and own.user_id = owner.id
    where owner.id = ${principal.userId} and own.cleared_at is null
      and mail.template <> all(${[...secretMails]}::text[])`

interface MailRow extends Pick<Notice, 'id' | 'createdAt' | 'isRead'> {
  readonly subject: string
  readonly state: string
}

/** Copies of the caller's mails by their subjects, the newest first. */
export async function readMails(ctx: Context, { limit, offset }: Window): Promise<Notice[]> {
  const { rows } =
    await sql<MailRow>`select mail.id, mail.subject, mail.state, mail.at as created_at,
      own.mail_id is not null as is_read ${ownMails(ctx)}
    order by mail.at desc, mail.id desc limit ${limit} offset ${offset}`.execute(ctx.db)
  return rows.map(({ subject, state, ...row }) => ({
    ...row,
    type: noticeTypes.email,
    image: null,
    link: null,
    notice: '',
    email: subject,
    // It did not reach the mailbox, so this copy is all there is.
    severity: state === 'FAILED' ? 'WARNING' : 'INFO',
  }))
}

export const countMails = (ctx: Context, cap: number): Promise<number> =>
  count(ctx, sql`select 1 ${ownMails(ctx)} limit ${cap}`)

export const countUnreadMails = (ctx: Context, cap: number): Promise<number> =>
  count(ctx, sql`select 1 ${ownMails(ctx)} and own.mail_id is null limit ${cap}`)

async function count(ctx: Context, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from (${found}) found`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** Marks the caller's mails as read; of all of them only one where its id is given. */
export async function markMailsRead(ctx: Context, id: string | null): Promise<number> {
  const only = id === null ? sql`and own.mail_id is null` : sql`and mail.id = ${id}`
  const { numAffectedRows } = await sql`insert into notice_mail (user_id, mail_id)
    select owner.id, mail.id ${ownMails(ctx)} ${only}
    on conflict (user_id, mail_id) do update set read_at = notice_mail.read_at`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}

/** Takes the caller's mails out of his notices; the log keeps them. */
export async function clearMails(ctx: Context): Promise<number> {
  const { numAffectedRows } = await sql`insert into notice_mail (user_id, mail_id, cleared_at)
    select owner.id, mail.id, now() ${ownMails(ctx)}
    on conflict (user_id, mail_id) do update set cleared_at = excluded.cleared_at`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}
