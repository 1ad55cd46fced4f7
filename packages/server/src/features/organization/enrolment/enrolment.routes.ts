import { enrolmentKeys, organizationKeysPath } from '@muster/contract'
import { sql } from 'kysely'
import { notFound } from '../../../kit/refusal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { makeToken, tokenHash } from '../../../platform/secrets.ts'
import { revokeKey } from '../keys/keys.queries.ts'
import { requireOrganization } from '../requireOrganization.ts'

const scope = organizationsBy('orgId')

/** Keys that an organisation's terminals show at their first contact. */
export const enrolmentRoutes = serve(enrolmentKeys, scope, {
  list: async ({ params }, ctx) => {
    await requireOrganization(ctx, params.id)
    return ctx.db
      .selectFrom('enrolmentKey')
      .select(['id', 'createdAt', 'expiresAt', 'maxUses', 'uses'])
      .where('orgId', '=', params.id)
      .where('revokedAt', 'is', null)
      .orderBy('createdAt', 'desc')
      .limit(1000)
      .execute()
  },
  add: async ({ params, body }, ctx) => {
    await requireOrganization(ctx, params.id)
    const token = makeToken()
    const expiresAt = new Date(ctx.now().getTime() + body.validDays * 86_400_000).toISOString()
    const { id } = await ctx.db
      .insertInto('enrolmentKey')
      .values({
        orgId: params.id,
        tokenHash: tokenHash(token),
        createdBy: ctx.principal.userId,
        expiresAt,
        maxUses: body.maxUses,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ctx.note({ targetIds: [id], after: { orgId: params.id, maxUses: body.maxUses, expiresAt } })
    return { id, token }
  },
  revoke: async ({ params }, ctx) => {
    const { rows } = await sql<{ orgId: string }>`update enrolment_key set revoked_at = now()
      where id = ${params.id} and revoked_at is null and ${scope.rows(ctx.principal)}
      returning org_id`.execute(ctx.db)
    if (rows.length === 0 && !(await revokeKey(ctx, params.id))) throw notFound()
    ctx.note({ targetIds: [params.id] })
    for (const { orgId } of rows) ctx.changed(organizationKeysPath, [params.id], [orgId])
    return { count: 1 }
  },
})
