import { codes, passwordPolicy } from '@muster/contract'
import { sql } from 'kysely'
import { isAllowedFrom } from '../platform/allowedNetwork.ts'
import { type Standing, standsWider } from '../platform/grant.rules.ts'
import type { Context } from './context.ts'
import { heldWithin, readHeld } from './heldRights.ts'
import { placedNow } from './reach.ts'
import { Refusal } from './refusal.ts'

type Actor = Pick<Context, 'db' | 'platform' | 'principal' | 'ip'>

/** What limits a caller beside his rights. */
interface Limits extends Omit<Standing, 'permissions' | 'scope' | 'isSuperAdmin'> {
  readonly epoch: number
}

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
  const held = await heldWithin(actor, { kind, id, epoch: before.epoch })
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

/** Null for nobody: a public call, a job of the platform. */
async function limitsOf({ db, principal: { kind, userId } }: Actor): Promise<Limits | null> {
  const { rows } = await (kind === 'client' ? ofClient(userId) : ofUser(userId)).execute(db)
  return rows[0] ?? null
}

const endsOf = (own: string) => sql`array(select term.over::text from (
    select ${sql.ref(own)} as over
    union all select above.valid_to from organization above
      where above.path @> home.path and above.deleted_at is null) term
  where term.over is not null order by 1)`

/** Who holds everything is not bound by the time and the networks of organisations. */
const ofUser = (userId: string) => sql<Limits>`select e.epoch, u.vendor_id, u.valid_from,
    case when u.is_super_admin then array_remove(array[u.valid_to::text], null)
      else ${endsOf('u.valid_to')} end as ends,
    coalesce((select jsonb_agg(asked.networks order by asked.networks) from (
        select value->'ipAllowList' as networks from setting where path = ${passwordPolicy.save.path}
        union all
        select custom.policy->'ipAllowList' from organization above
          join customize custom on custom.org_id = above.id
          where above.path @> home.path and custom.status = 1 and custom.deleted_at is null
      ) asked where jsonb_array_length(asked.networks) > 0), '[]'::jsonb) as networks,
    null::integer as rate
  from app_user u join organization home on home.id = u.org_id cross join rights_epoch e
  where u.id = ${userId}`

const ofClient = (clientId: string) => sql<Limits>`select e.epoch, null::uuid as vendor_id,
    null::timestamptz as valid_from, ${endsOf('c.valid_to')} as ends, c.rate_limit as rate,
    case when cardinality(c.ip_allow) = 0 then '[]'::jsonb
      else jsonb_build_array(to_jsonb(c.ip_allow::text[])) end as networks
  from api_client c join organization home on home.id = c.org_id cross join rights_epoch e
  where c.id = ${clientId}`
