import { codes, mailServers, mailServersPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { requireDelivering } from './mailWay.ts'
import { serverBin, serverScope } from './serverBin.ts'
import { testServer } from './testServer.ts'

/** Servers that take our mail. */
export const mailServerRoutes = serve(mailServers, serverScope, {
  ...lifecycle(mailServers, serverBin, {
    search: ['name', 'host', 'senderName', 'senderAddress'],
    order: ['name'],
  }),
  test: ({ params, body }, ctx) => testServer(ctx, { id: params.id, to: body.to }),
  setDefault: ({ params }, ctx) => setDefault(ctx, params.id),
})

/** One default for each organisation, and one for all. */
async function setDefault(ctx: Context, id: string): Promise<{ count: number }> {
  const server = await serverBin.find(ctx, id)
  const { status, orgId } = server
  if (status !== 1) throw new Refusal(codes.warning, 'mail.disabledServer')
  await requireDelivering(ctx, server)
  await sql`select from mail_server where org_id is not distinct from ${orgId}
    and deleted_at is null order by id for update`.execute(ctx.db)
  await sql`update mail_server set is_default = false
    where is_default and org_id is not distinct from ${orgId} and deleted_at is null`.execute(
    ctx.db,
  )
  const { numAffectedRows } = await sql`update mail_server set is_default = true
    where id = ${id} and deleted_at is null and ${serverScope.rows(ctx.principal)}`.execute(ctx.db)
  if (!numAffectedRows) throw notFound()
  ctx.note({ targetIds: [id], about: server })
  ctx.changed(mailServersPath, [])
  return { count: 1 }
}
