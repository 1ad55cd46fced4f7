import { stationsPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { tellOwners } from '../../kit/tellOwners.ts'

interface Clock {
  readonly zoneId?: string
  readonly areaId?: string
}

/** Terminals at stations whose fences hold by this clock hear of it. */
export async function tellStations(ctx: Context, { zoneId, areaId }: Clock): Promise<void> {
  const { rows } = await sql<{ id: string; orgId: string }>`select place.id, place.org_id
    from stations_by_clock(${zoneId ?? null}::uuid, ${areaId ?? null}::uuid) place
      join station on station.id = place.id
    where jsonb_typeof(station.fence -> 'schedule') = 'object'`.execute(ctx.db)
  tellOwners(ctx, stationsPath, rows)
}
