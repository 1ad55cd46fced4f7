import type { planStates } from '@muster/contract'
import { codes, type TextKey } from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'

interface Aim {
  readonly says: TextKey
  readonly name: string
  readonly isSeen: boolean
}

const scope = organizationsBy('orgId')

/** States in which a plan brings nothing, nor will. */
const over: readonly string[] = [
  'DRAFT',
  'REJECTED',
  'FINISHED',
  'STOPPED',
  'EXPIRED',
  'ROLLED_BACK',
] satisfies readonly (typeof planStates)[number][]

/** Refuses to disable models that a group's filter or a plan under way aims at; whose it is, only to whom sees it. */
export async function requireNoAim(ctx: Context, ids: readonly string[]): Promise<void> {
  const mine = scope.rows(ctx.principal)
  const { rows } = await sql<Aim>`select aim.* from (
      select 'used.group' as says, name, ${mine} as is_seen from device_group
        where deleted_at is null and status = 1 and state <> 'SUSPENDED' and filter is not null
          and exists (select from unnest(${[...ids]}::text[]) as named (id)
            where position(named.id in filter::text) > 0)
      union all
      select 'used.plan', name, ${mine} from plan
        where deleted_at is null and state <> all(${[...over]}::text[])
          and exists (select from upgrade_version version where version.id = any(plan.version_ids)
            and version.model_ids && ${[...ids]}::uuid[])) as aim
    order by aim.is_seen desc limit 1`.execute(ctx.db)
  const [aim] = rows
  if (!aim) return
  const says = aim.isSeen ? aim.says : 'refusal.inUse'
  throw new Refusal(codes.warning, says, { params: { name: aim.name } })
}
