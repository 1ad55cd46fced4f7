import { codes } from '@muster/contract'
import { standsWider } from '../access/grant.rules.ts'
import { heldWithin, readHeld } from '../access/heldRights.ts'
import { type Limits, limitsOf } from '../access/limits.ts'
import { placedNow } from '../access/reach.ts'
import { isAllowedFrom } from '../platform/allowedNetwork.ts'
import type { Context } from './context.ts'
import { Refusal } from './refusal.ts'

type Actor = Pick<Context, 'db' | 'platform' | 'principal' | 'ip'>

/**
 * Does work, and refuses it when whoever does it may afterwards do or see more than before, from
 * more places or for longer: by his account, his roles, an organisation or a policy above him, a
 * menu item. Nobody lifts his own limits, by whatever way round; nor does anybody shut himself out
 * by networks that the address he comes from is not in.
 */
export async function withoutGain<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
  const before = await limitsOf(actor)
  if (!before) return work()
  const { kind, userId: id } = actor.principal
  const store = { pool: actor.platform.pool, db: actor.db }
  const held = await heldWithin(store, { kind, id, epoch: before.epoch })
  const answer = await work()
  const after = await limitsOf(actor)
  // Who is gone stands nowhere.
  if (!held || !after || JSON.stringify(after) === JSON.stringify(before)) return answer
  requireWayBack(actor, before, after)
  const holds = after.epoch === before.epoch ? held : await readHeld(actor.db, { kind, id })
  if (!holds) return answer
  const [scope = held.scope] = await placedNow(actor.db, [held.scope])
  const stood = { ...before, ...held, scope }
  if (standsWider(stood, { ...after, ...holds }))
    throw new Refusal(codes.forbidden, 'access.ownGain')
  return answer
}

/** Who writes from an address must be let in from there afterwards; a task comes from nowhere. */
function requireWayBack({ ip, principal }: Actor, before: Limits, after: Limits): void {
  const isLetIn = ({ networks }: Limits) => networks.every((limit) => isAllowedFrom(ip, limit))
  if (ip === '' || !isLetIn(before) || isLetIn(after)) return
  const field = principal.kind === 'client' ? 'ipAllow' : 'ipAllowList'
  const fields = [{ field, message: 'access.shutOut' }]
  throw new Refusal(codes.badRequest, 'access.shutOut', { fields, params: { address: ip } })
}
