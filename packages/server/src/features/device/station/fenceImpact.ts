import {
  type Fence,
  fenceAreaOf,
  type FenceImpact,
  type FenceState,
  type GeoPoint,
  sideOf,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, tooMany } from '../../../kit/refusal.ts'
import { deviceScope } from '../deviceScope.ts'
import { fenceFaultAt } from './station.rules.ts'

/** More than these no station has; they are not counted either. */
const most = 50_000

interface Station {
  readonly id: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly fence: Fence | null
}

interface Standing {
  readonly sn: string
  readonly name: string | null
  readonly orgName: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly accuracy: number | null
}

type Side = Exclude<FenceState, 'UNKNOWN'> | null

interface Wanted {
  /** Undefined: the one in force. */
  readonly fence?: Fence | null | undefined
  /** Undefined: where the station lies. */
  readonly place?: GeoPoint | undefined
  readonly withRows: boolean
}

/**
 * On which side of a fence the terminals of a station are by their latest positions, judged as they are
 * judged when they report: read in one statement, by the index of the station.
 */
export async function fenceImpact(
  ctx: Context,
  station: Station,
  { fence = station.fence, place, withRows }: Wanted,
): Promise<FenceImpact> {
  const there = { ...station, ...place }
  const fault = fenceFaultAt(fence, there)
  if (fault) throw fieldRefusal(fault.field, fault.key)
  const judged = (await standingAt(ctx, station.id)).map((one) => ({
    one,
    before: sideIn(station.fence, station, one),
    after: sideIn(fence, there, one),
  }))
  const count = (isMeant: (one: (typeof judged)[number]) => boolean) =>
    judged.filter(isMeant).length
  return {
    total: judged.length,
    inside: count(({ after }) => after === 'IN'),
    outside: count(({ after }) => after === 'OUT'),
    unknown: count(({ after }) => after === null),
    leaving: count(({ before, after }) => before === 'IN' && after === 'OUT'),
    entering: count(({ before, after }) => before === 'OUT' && after === 'IN'),
    ...(withRows && {
      rows: judged.map(({ one: { sn, name, orgName }, before, after }) => ({
        sn,
        name,
        orgName,
        before,
        after,
      })),
    }),
  }
}

function sideIn(fence: Fence | null, station: Station, place: Standing): Side {
  const { latitude, longitude, accuracy } = place
  const area = fence && fenceAreaOf(fence, station)
  if (!area || latitude === null || longitude === null) return null
  return sideOf(area, { latitude, longitude }, accuracy ?? 0)
}

/** Those that a fence is judged for, with where they are. */
async function standingAt(ctx: Context, stationId: string): Promise<readonly Standing[]> {
  const { rows } = await sql<Standing>`select device.sn, device.name, own.name as org_name,
      place.latitude, place.longitude, place.accuracy
    from (select * from device where station_id = ${stationId} and deleted_at is null
        and is_fenced(lifecycle) and ${deviceScope.rows(ctx.principal)}
        and not exists (select from device_fence_exemption exemption where exemption.device_id = device.id)
        limit ${most + 1}) as device
      join organization own on own.id = device.org_id
      left join device_position place on place.device_id = device.id
    order by device.sn`.execute(ctx.db)
  if (rows.length > most) throw tooMany(most)
  return rows
}
