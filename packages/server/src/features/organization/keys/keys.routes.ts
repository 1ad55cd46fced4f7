import { keyReferences, organizationKeys } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound } from '../../../kit/refusal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { makeToken, tokenHash } from '../../../platform/secrets.ts'
import { requireOrganization } from '../requireOrganization.ts'
import { addKey, endEnrolmentKey, endKey, keepSecret, keysOf, type NewKey } from './keys.queries.ts'

/** Keys by kind and alias, and the change of any key for another. */
export const organizationKeyRoutes = serve(organizationKeys, organizationsBy('orgId'), {
  list: async ({ params: { id } }, ctx) => {
    await requireOrganization(ctx, id)
    return keysOf(ctx, id)
  },
  add: async ({ params: { id }, body }, ctx) => {
    await requireOrganization(ctx, id)
    return make(ctx, { orgId: id, ...body })
  },
  rotate: async ({ params: { id: keyId }, body }, ctx) => {
    const old = await endKey(ctx, keyId, body.overlapHours)
    if (!old) return rotateEnrolment(ctx, keyId, body.overlapHours)
    ctx.note({ targetIds: [keyId], after: { overlapHours: body.overlapHours } })
    return make(ctx, { ...old, reference: body.reference })
  },
})

/** A webhook's secret is made here and told once; of what lies elsewhere there is the reference alone. */
async function make(ctx: Context, key: NewKey) {
  requireReference(key)
  const secret = key.kind === 'WEBHOOK' ? makeToken() : null
  const id = await addKey(ctx, key)
  if (secret !== null) await keepSecret(ctx, id, secret)
  ctx.note({ targetIds: [id], after: key })
  return { id, secret }
}

/** What lies elsewhere is named as whoever reads it understands. */
function requireReference({ kind, reference }: NewKey): void {
  if (kind === 'WEBHOOK') {
    if (reference !== null) throw fieldRefusal('reference', 'organization.keys.noReference')
    return
  }
  if (reference === null) throw fieldRefusal('reference', 'rule.required')
  if (!keyReferences[kind].test(reference))
    throw fieldRefusal(
      'reference',
      kind === 'RKI' ? 'organization.keys.notProfile' : 'organization.keys.notPublicKey',
    )
}

async function rotateEnrolment(ctx: Context, keyId: string, overlapHours: number) {
  const old = await endEnrolmentKey(ctx, keyId, overlapHours)
  if (!old) throw notFound()
  const { orgId, maxUses, lasts } = old
  const token = makeToken()
  const expiresAt = new Date(ctx.now().getTime() + lasts * 1000).toISOString()
  const { id } = await ctx.db
    .insertInto('enrolmentKey')
    .values({
      orgId,
      maxUses,
      expiresAt,
      tokenHash: tokenHash(token),
      createdBy: ctx.principal.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.note({ targetIds: [keyId, id], after: { orgId, maxUses, expiresAt, overlapHours } })
  return { id, secret: token }
}
