import { organizationKeys, type ParsedOf } from '@muster/contract'
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
  add: async ({ params: { id }, body: { secret, ...key } }, ctx) => {
    await requireOrganization(ctx, id)
    return make(ctx, { orgId: id, ...key }, secret)
  },
  rotate: async ({ params: { id: keyId }, body }, ctx) => {
    const old = await endKey(ctx, keyId, body.overlapHours)
    if (!old) return rotateEnrolment(ctx, keyId, body.overlapHours)
    ctx.note({ targetIds: [keyId], after: { overlapHours: body.overlapHours } })
    return make(ctx, { ...old, reference: nextReference(old, body) }, body.secret)
  },
})

/** A webhook's secret is made here and told once; what others have made is taken and never told. */
async function make(ctx: Context, key: NewKey, told: string | null) {
  const isMade = key.kind === 'WEBHOOK'
  if (isMade && told !== null) throw fieldRefusal('secret', 'organization.keys.madeHere')
  if (!isMade && key.reference === null) throw fieldRefusal('reference', 'rule.required')
  const secret = isMade ? makeToken() : told
  const id = await addKey(ctx, key)
  if (secret !== null) await keepSecret(ctx, id, secret)
  ctx.note({ targetIds: [id], after: key })
  return { id, secret: isMade ? secret : null }
}

type Rotation = ParsedOf<typeof organizationKeys.rotate>['body']

/** A key that lies elsewhere is another one only under another name there, or with another secret. */
function nextReference(old: NewKey, { reference, secret }: Rotation): string | null {
  if (old.kind !== 'WEBHOOK' && reference === null && secret === null)
    throw fieldRefusal('reference', 'rule.required')
  return reference ?? old.reference
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
