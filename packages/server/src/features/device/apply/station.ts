import { codes } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { stationScope } from '../station/stationScope.ts'

interface Wanted {
  readonly stationId: string | null
  readonly toOrgId: string | null
}

/** Refuses to ask for a station that its caller does not see or that the terminals may not stand at. */
export async function judgeStation(ctx: Context, { stationId, toOrgId }: Wanted): Promise<void> {
  if (!stationId) return
  const { rows } = await sql<{ status: number; isInLine: boolean }>`select status,
      are_in_line(org_id, ${toOrgId}) as is_in_line
    from station where id = ${stationId} and deleted_at is null
      and ${stationScope.rows(ctx.principal)}`.execute(ctx.db)
  const [found] = rows
  if (!found) throw fieldRefusal('stationId', 'rule.unknownRecord')
  if (found.status === 0) throw fieldRefusal('stationId', 'rule.disabledRecord')
  if (!found.isInLine) throw fieldRefusal('stationId', 'station.otherBranch')
}

/** The station that was asked for is held until the commit: whoever decides need not see it himself. */
export async function requireStation(ctx: Context, { stationId, toOrgId }: Wanted): Promise<void> {
  if (!stationId) return
  const { rows } = await sql`select from station where id = ${stationId} and deleted_at is null
    and status = 1 and are_in_line(org_id, ${toOrgId}) for share`.execute(ctx.db)
  if (rows.length === 0) throw new Refusal(codes.warning, 'apply.stationGone')
}
