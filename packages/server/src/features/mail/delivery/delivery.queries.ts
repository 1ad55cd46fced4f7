import { sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { type Candidate } from './delivery.rules.ts'
import { accessOf, type MailServerAccess, type OutgoingMail } from './transport.ts'

type World = Pick<Platform, 'db' | 'secrets' | 'env'>

/** A server that mails may be handed to now. */
export interface Server extends Candidate {
  readonly access: MailServerAccess
}

interface ServerRow extends MailServerAccess, Candidate {
  readonly id: string
  readonly sealedPassword: Buffer | null
}

/** What the password of a server is sealed for. */
export const passwordPurpose = 'mail_server.password'

/**
 * Every enabled server with what it has sent today; that of SMTP_URL among them. Those that have shown
 * that they deliver come before their like.
 */
export async function findServers({ db, secrets, env }: World): Promise<Server[]> {
  const { rows } =
    await sql<ServerRow>`select s.id, s.host, s.port, s.security, s.user_name, s.sealed_password,
      s.sender_name, s.sender_address, s.reply_to, s.is_default, s.daily_limit, o.path::text as org_path,
      (select count(*)::integer from mail_log m
        where m.server_id = s.id and m.sent_at >= date_trunc('day', now())) as sent_today
    from mail_server s left join organization o on o.id = s.org_id
    where s.status = 1 and s.deleted_at is null
    order by (s.last_test_at is not null and s.last_test_error is null) desc, s.id`.execute(db)
  const servers = rows.map((row) => {
    const password =
      row.sealedPassword && secrets.open(row.sealedPassword, passwordPurpose).toString()
    return { ...row, access: { ...row, password, networks: env.mailNetworks } }
  })
  return env.smtpUrl ? [...servers, serverOf(env.smtpUrl)] : servers
}

const serverOf = (smtpUrl: string): Server => ({
  id: null,
  orgPath: null,
  isDefault: false,
  dailyLimit: null,
  sentToday: 0,
  access: accessOf(smtpUrl),
})

export interface DueMail extends OutgoingMail {
  readonly attempts: number
  readonly orgPath: string | null
  /** The server that the nearest white label names, and the depth of its organisation. */
  readonly namedId: string | null
  readonly namedDepth: number
}

/**
 * Takes mails that are due. A taken mail comes back by itself after some minutes, should this
 * process die over it; the receiver then may get it twice, with one message id.
 */
export async function takeDue({ db }: World, most: number): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    with taken as (
      update mail_log set attempts = attempts + 1, next_attempt_at = now() + interval '3 minutes'
      where id = any(array(select due.id from mail_log due
        where due.state = 'QUEUED' and due.next_attempt_at <= now() and due.expires_at > now()
        order by due.next_attempt_at limit ${most} for update skip locked))
      returning id, to_address, subject, html, attempts, org_id)
    select taken.id, taken.to_address as "to", taken.subject, taken.html, taken.attempts,
      place.path::text as org_path, label.named_id, coalesce(label.depth, 0) as named_depth
    from taken
      left join organization place on place.id = taken.org_id
      left join lateral (select custom.website ->> 'mailServerId' as named_id, nlevel(above.path) as depth
        from organization above join customize custom on custom.org_id = above.id
        where above.path @> place.path and custom.status = 1 and custom.deleted_at is null
          and custom.website ->> 'mailServerId' is not null
        order by nlevel(above.path) desc limit 1) label on true`.execute(db)
  return rows
}

/** What opens a door is redacted once it is on its way. */
export async function markSent({ db }: World, id: string, serverId: string | null): Promise<void> {
  await sql`update mail_log set state = 'SENT', sent_at = now(), server_id = ${serverId}, error = null,
      next_attempt_at = null, is_blotted = is_blotted or blotted_html is not null,
      html = coalesce(blotted_html, html), blotted_html = null
    where id = ${id} and state = 'QUEUED'`.execute(db)
}

/** @param minutes until the next try; null: there is none */
export async function markFailed(
  { db }: World,
  id: string,
  { error, minutes, serverId }: { error: string; minutes: number | null; serverId: string | null },
): Promise<void> {
  await sql`update mail_log set error = ${error.slice(0, 500)}, server_id = ${serverId},
      state = case when ${minutes}::integer is null then 'FAILED' else state end,
      next_attempt_at = now() + make_interval(mins => ${minutes}::integer)
    where id = ${id} and state = 'QUEUED'`.execute(db)
}

/** No server may take it now: back into the queue, as if nobody had tried. */
export async function putBack({ db }: World, id: string): Promise<void> {
  await sql`update mail_log set attempts = attempts - 1, next_attempt_at = now() + interval '5 minutes'
    where id = ${id} and state = 'QUEUED'`.execute(db)
}

/** Mails that nobody could send in time are not sent any more; a code in one that failed goes with them. */
export async function endExpired({ db }: World): Promise<void> {
  await sql`update mail_log set state = 'FAILED', next_attempt_at = null, error = coalesce(error, 'expired'),
      is_blotted = is_blotted or blotted_html is not null, html = coalesce(blotted_html, html),
      blotted_html = null
    where (state = 'QUEUED' or blotted_html is not null) and expires_at <= now()`.execute(db)
}
