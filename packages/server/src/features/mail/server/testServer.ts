import { codes, mailLog, mailServersPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { Outside } from '../../../kit/serve.ts'
import { passwordPurpose } from '../delivery/delivery.queries.ts'
import {
  type MailServerAccess,
  notDelivered,
  openTransport,
  type OutgoingMail,
} from '../delivery/transport.ts'
import { mailTo } from '../mailTo.ts'
import { serverScope } from './serverBin.ts'

/**
 * Sends a mail through one server at once and tells whether it was taken. Log and last test keep what
 * happened also where it was not.
 */
export async function testServer(
  ctx: Context,
  { id, to }: { id: string; to: string },
): Promise<Outside<{ count: number }>> {
  const server = await findServer(ctx, id)
  const { name, orgId } = server
  const values = { server: name, time: ctx.now().toISOString() }
  const { language } = ctx
  // Nobody is rung, and no worker takes it: this mail goes its own way.
  const quiet = { db: ctx.db, platform: ctx.platform, ring: () => undefined }
  const notBefore = new Date(ctx.now().getTime() + 3_600_000)
  const mailId = await mailTo(quiet, {
    to,
    template: 'TEST',
    language,
    values,
    orgId,
    notBefore,
  })
  const mail = await ctx.db
    .selectFrom('mailLog')
    .select(['subject', 'html'])
    .where('id', '=', mailId)
    .executeTakeFirstOrThrow()
  return new Outside(async () => {
    const error = await deliver(ctx.platform, server, { ...mail, id: mailId, to })
    return (after) => noteTest(after, { id, mailId, error })
  })
}

async function noteTest(
  ctx: Context,
  { id, mailId, error }: { id: string; mailId: string; error: string | null },
): Promise<{ count: number }> {
  await sql`update mail_server set last_test_at = now(), last_test_error = ${error}
    where id = ${id}`.execute(ctx.db)
  await sql`update mail_log set server_id = ${id}, attempts = 1, error = ${error}, next_attempt_at = null,
      state = ${error === null ? 'SENT' : 'FAILED'}, sent_at = case when ${error === null} then now() end
    where id = ${mailId}`.execute(ctx.db)
  ctx.note({ targetIds: [id] })
  ctx.changed(mailServersPath, [id])
  ctx.changed(mailLog.page.path, [])
  if (error === null) return { count: 1 }
  throw new Refusal(codes.warning, 'mail.testFailed').afterCommit()
}

async function findServer(ctx: Context, id: string) {
  const { rows } = await sql<{
    name: string
    host: string
    port: number
    security: string
    userName: string
    sealedPassword: Buffer | null
    senderName: string
    senderAddress: string
    replyTo: string | null
    orgId: string | null
  }>`select * from mail_server
    where id = ${id} and deleted_at is null and ${serverScope.rows(ctx.principal)}`.execute(ctx.db)
  const [server] = rows
  if (!server) throw notFound()
  const { sealedPassword } = server
  const opened = sealedPassword && ctx.platform.secrets.open(sealedPassword, passwordPurpose)
  const { mailNetworks: networks } = ctx.platform.env
  return { ...server, password: opened ? opened.toString() : null, networks }
}

/**
 * Null where the server took the mail; else one sentence, whatever went wrong: whoever tries
 * addresses learns from it neither what listens there nor what it says. The process's log has it.
 */
async function deliver(
  { log }: Context['platform'],
  access: MailServerAccess,
  mail: OutgoingMail,
): Promise<string | null> {
  const transport = openTransport(access)
  try {
    await transport.send(mail)
    return null
  } catch (error) {
    log.warn({ err: error, host: access.host }, 'a test mail was not taken')
    return notDelivered
  } finally {
    transport.close()
  }
}
