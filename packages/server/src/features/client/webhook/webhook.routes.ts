import { columnsOf, type Delivery, testEvent, webhooks, clientsPath } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type Condition, equals, pageRows } from '../../../kit/page.ts'
import { fieldRefusal, notFound } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { clientBin, clientScope, requireOwnClient } from '../clientBin.ts'
import { bodyOf } from './bodyOf.ts'

/** What was sent to clients, and what became of it. */
export const webhookRoutes = serve(webhooks, clientScope, {
  log: async ({ params: { id }, query }, ctx) => {
    await clientBin.find(ctx, id)
    const { event, state, keyword } = query
    const conditions: Condition[] = [
      equals('clientId', id),
      ...(event ? [equals('event', event)] : []),
      ...(state ? [equals('state', state)] : []),
      ...(keyword?.trim() ? [isSaidIn(keyword.trim())] : []),
    ]
    const order = query.sortField
      ? query
      : { ...query, sortField: 'id', sortOrder: 'desc' as const }
    // What was sent is made of what is kept: no column has it.
    const sortable = new Set([...columnsOf(webhooks.log)].filter((column) => column !== 'body'))
    const source = { view: 'webhookDelivery', conditions, sortable, order: ['id'] }
    const page = await pageRows<Stored>(ctx, source, order)
    return { ...page, list: page.list.map((row) => ({ ...row, body: bodyOf(row) })) }
  },
  test: ({ params: { id } }, ctx) => test(ctx, id),
  replay: ({ params: { logId } }, ctx) => replay(ctx, logId),
})

/** In what was sent, or in why it was not: who looks through deliveries looks for a terminal. */
const isSaidIn = (word: string): Condition =>
  sql<SqlBool>`strpos(lower(data::text || coalesce(error, '')), lower(${word})) > 0`

type Stored = Omit<Delivery, 'body'> & { readonly data: unknown }

/** A person looks after it: what was stopped starts again. */
async function wake(ctx: Context, id: string): Promise<void> {
  await sql`update api_client set webhook_stopped_at = null, webhook_failing_since = null,
      webhook_failures = 0, webhook_retry_at = null where id = ${id}`.execute(ctx.db)
}

async function test(ctx: Context, id: string): Promise<{ count: number }> {
  const { callbackUrl, name, orgId } = await requireOwnClient(ctx, id)
  if (callbackUrl === null) throw fieldRefusal('callbackUrl', 'client.noCallback')
  await wake(ctx, id)
  await ctx.db
    .insertInto('webhookDelivery')
    .values({ clientId: id, event: testEvent, data: JSON.stringify({ client: name }) })
    .execute()
  ctx.note({ targetIds: [id], about: { name } })
  ctx.changed(clientsPath, [id], [orgId])
  return { count: 1 }
}

async function replay(ctx: Context, logId: string): Promise<{ count: number }> {
  const isMine: Condition = clientScope.rows(ctx.principal)
  const { rows } = await sql<{ id: string; orgId: string }>`select id, org_id from api_client
    where id = (select client_id from webhook_delivery where id = ${logId}) and ${isMine}`.execute(
    ctx.db,
  )
  const [client] = rows
  if (!client) throw notFound()
  await requireOwnClient(ctx, client.id)
  const again = await sql<{
    found: SqlBool
  }>`update webhook_delivery set state = 'QUEUED', attempts = 0,
      next_attempt_at = now(), expires_at = now() + interval '32 hours', sent_at = null
    where id = ${logId} and state <> 'QUEUED' returning true as found`.execute(ctx.db)
  // One that waits for its next try is not made to wait any longer.
  await sql`update webhook_delivery set next_attempt_at = now()
    where id = ${logId} and state = 'QUEUED'`.execute(ctx.db)
  await wake(ctx, client.id)
  ctx.note({ targetIds: [client.id], after: { logId } })
  ctx.changed(clientsPath, [client.id], [client.orgId])
  return { count: Math.max(again.rows.length, 1) }
}
