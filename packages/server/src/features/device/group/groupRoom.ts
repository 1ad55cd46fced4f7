import { codes } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { parameter } from '../../system/parameter/index.ts'

/**
 * Refuses, after they are written, more dynamic groups than their organisations may have: each is judged for every
 * terminal below its organisation that changes. Two at once wait for each other.
 */
export async function requireRoom(ctx: Context, ids: readonly string[]): Promise<void> {
  const { rows: owners } = await sql<{ orgId: string }>`select distinct org_id from device_group
    where id = any(${[...ids]}::uuid[]) and type = 'DYNAMIC' order by 1`.execute(ctx.db)
  if (owners.length === 0) return
  for (const { orgId } of owners)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`device_group ${orgId}`}, 0))`.execute(
      ctx.db,
    )
  const most = await parameter(ctx.db, 'group.dynamic.organization')
  const { rows: full } = await sql<{ name: string }>`select owner.name from organization owner
    where owner.id = any(${owners.map(({ orgId }) => orgId)}::uuid[]) and (select count(*) from device_group made
      where made.org_id = owner.id and made.type = 'DYNAMIC' and made.deleted_at is null) > ${most}
    limit 1`.execute(ctx.db)
  const name = full[0]?.name
  if (name !== undefined)
    throw new Refusal(codes.warning, 'group.tooManyDynamic', { params: { name, limit: most } })
}
