import { passwordPolicy } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../platform/schema.ts'
import type { Standing } from './grant.rules.ts'
import type { Principal } from './principal.ts'

interface Caller {
  readonly db: Kysely<DB>
  readonly principal: Pick<Principal, 'kind' | 'userId'>
}

/** What limits a caller beside his rights. */
export interface Limits extends Omit<Standing, 'permissions' | 'scope' | 'isSuperAdmin'> {
  readonly epoch: number
}

/** What limits a caller now; null for nobody: a public call, a job of the platform. */
export async function limitsOf({ db, principal }: Caller): Promise<Limits | null> {
  const { kind, userId } = principal
  const { rows } = await (kind === 'client' ? ofClient(userId) : ofUser(userId)).execute(db)
  return rows[0] ?? null
}

const endsOf = (own: string) => sql`array(select term.over::text from (
    select ${sql.ref(own)} as over
    union all select above.valid_to from organization above
      where above.path @> home.path and above.deleted_at is null) term
  where term.over is not null order by 1)`

/**
 * Who holds everything is not bound by the time of organisations. He signs in from their networks
 * like everybody, so they are told of him, too; but he may widen them.
 */
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
