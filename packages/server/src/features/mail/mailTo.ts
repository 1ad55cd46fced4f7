import { type MailCode, type mailVariables, noticesPath, secretMails } from '@muster/contract'
import { sql } from 'kysely'
import type { Context, Platform } from '../../kit/context.ts'
import { letterheadFor } from '../user/customize/index.ts'
import { worded } from './wording/moments.ts'
import { letterHtml } from './wording/page.ts'
import { redacted, fillHtml, fillLine, type Values } from './wording/wording.rules.ts'
import { findWording } from './wording/wording.ts'

/** Work for the worker that sends mails. */
export const mailBell = 'mail'

/** A mail to one person. Moments among the values are ISO texts; they are worded for the language. */
export interface Mail<C extends MailCode> {
  readonly to: string
  readonly template: C
  readonly language: string
  readonly values: Readonly<Record<(typeof mailVariables)[C][number], string | number>>
  /** In whose name and by whose mail server it goes out, and who may read it in the log; null: the platform's. */
  readonly orgId: string | null
  /** It waits till then; null: it does not. */
  readonly notBefore?: Date | null
}

type Writer = Pick<Context, 'db' | 'ring'> & {
  /** Where it is given, the receiver's console shows the copy at once. */
  readonly changed?: Context['changed']
  readonly platform: Pick<Platform, 'env'>
}

/** Writes a mail in the caller's transaction; it is sent after the commit. Answers its id in the log. */
export async function mailTo<C extends MailCode>(ctx: Writer, mail: Mail<C>): Promise<string> {
  const letter = await write(ctx, mail)
  const isSecret = secretMails.has(mail.template)
  const { id } = await ctx.db
    .insertInto('mailLog')
    .values({
      ...letter,
      toAddress: mail.to,
      template: mail.template,
      orgId: mail.orgId,
      nextAttemptAt: mail.notBefore?.toISOString() ?? sql<string>`now()`,
      blottedHtml: isSecret ? letter.blottedHtml : null,
      // A code that arrives late is of no use, and one that lies about is a risk.
      expiresAt: isSecret
        ? sql<string>`now() + interval '1 hour'`
        : sql<string>`now() + interval '1 day'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.ring(mailBell)
  if (!isSecret) await tellReader(ctx, mail.to)
  return id
}

/** The notices of who has this address hold a copy of the mail. */
async function tellReader({ db, changed }: Writer, to: string): Promise<void> {
  const readers = await db
    .selectFrom('appUser')
    .select('id')
    .where(sql`lower(email)`, '=', to.toLowerCase())
    .execute()
  if (readers.length > 0)
    changed?.(
      noticesPath,
      readers.map(({ id }) => id),
    )
}

async function write<C extends MailCode>({ db, platform }: Writer, mail: Mail<C>) {
  const { subject, body, language } = await findWording(db, mail.template, mail.language)
  const head = await letterheadFor({ db, env: platform.env }, mail.orgId)
  const values: Values = {
    ...Object.fromEntries(
      Object.entries<string | number>(mail.values).map(([name, value]) => [
        name,
        worded(value, language),
      ]),
    ),
    site: head.site,
    address: head.address ?? '',
  }
  const line = fillLine(subject, values)
  const html = (filled: Values) =>
    letterHtml({ ...head, language, subject: line, body: fillHtml(body, filled) })
  return { language, subject: line, html: html(values), blottedHtml: html(redacted(values)) }
}
