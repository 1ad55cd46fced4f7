import { codes, type orgPolicy, type PasswordPolicy, type ReplyOf } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { wrongPart } from '../../system/site/index.ts'
import { customOf, savePart } from './parts.queries.ts'
import { inForce, platformPolicy, policyLayers } from './policy.queries.ts'
import { laxerMembers } from './policy.rules.ts'

type Held = ReplyOf<typeof orgPolicy.get>

/** The password policy of an organisation, with the floor that those above it set. */
export async function readPolicy(ctx: Context, orgId: string): Promise<Held> {
  const { id, version, policy } = await customOf(ctx, orgId)
  const layers = (await policyLayers(ctx.db, orgId)).filter((layer) => layer.orgId !== orgId)
  const above = inForce(await platformPolicy(ctx.db), layers)
  const from = layers.map(({ name }) => name)
  return { ...(policy ?? above), isOwn: policy !== null, above, from, id, version }
}

/** Saves the password policy; each of its members is at least as strict as above. */
export async function savePolicy(
  ctx: Context,
  { orgId, version, policy }: { orgId: string; version: number; policy: PasswordPolicy },
): Promise<Held> {
  const wrong = wrongPart(policy)
  if (wrong) throw fieldRefusal(wrong.field, wrong.key)
  const { above } = await readPolicy(ctx, orgId)
  const fields = laxerMembers(above, policy).map((field) => ({ field, message: 'rule.laxer' }))
  if (fields.length > 0) throw new Refusal(codes.badRequest, 'refusal.badRequest', { fields })
  await savePart(ctx, { orgId, version, part: 'pwd', value: policy })
  return readPolicy(ctx, orgId)
}
