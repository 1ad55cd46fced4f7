import { codes, mailLog } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { passwordPurpose } from '../delivery/delivery.queries.ts'
import { openDoor } from '../delivery/transport.ts'
import { mailTo } from '../mailTo.ts'
import { serverScope, serversPath } from './serverBin.ts'

/**
 * Sends a mail through one server at once and tells what the server said. The refusal is returned,
 * not thrown: log and last test keep what happened.
 */
export async function testServer(
  ctx: Context,
  { id, to }: { id: string; to: string },
): Promise<{ count: number } | Refusal> {
  const server = await findServer(ctx, id)
  const { name, orgId } = server
  const values = { server: name, time: ctx.now().toISOString() }
  const { language } = ctx
  // Nobody is rung: this mail goes its own way.
  const quiet = { db: ctx.db, platform: ctx.platform, ring: () => undefined }
  const mailId = await mailTo(quiet, { to, template: 'TEST', language, values, orgId })
  const error = await deliver(ctx, server, { mailId, to })
  await sql`update mail_server set last_test_at = now(), last_test_error = ${error}
    where id = ${id}`.execute(ctx.db)
  await sql`update mail_log set server_id = ${id}, attempts = 1, error = ${error}, next_attempt_at = null,
      state = ${error === null ? 'SENT' : 'FAILED'}, sent_at = case when ${error === null} then now() end
    where id = ${mailId}`.execute(ctx.db)
  ctx.note({ targetIds: [id] })
  ctx.changed(serversPath, [id])
  ctx.changed(mailLog.page.path, [])
  if (error === null) return { count: 1 }
  return new Refusal(codes.warning, 'mail.testFailed', { params: { error } })
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
  return { ...server, password: opened ? opened.toString() : null }
}

/** What went wrong, in the server's own words; null where it took the mail. */
async function deliver(
  ctx: Context,
  server: Awaited<ReturnType<typeof findServer>>,
  { mailId, to }: { mailId: string; to: string },
): Promise<string | null> {
  const { subject, html } = await ctx.db
    .selectFrom('mailLog')
    .select(['subject', 'html'])
    .where('id', '=', mailId)
    .executeTakeFirstOrThrow()
  const door = openDoor(server)
  try {
    await door.send({ id: mailId, to, subject, html })
    return null
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).slice(0, 500)
  } finally {
    door.close()
  }
}
