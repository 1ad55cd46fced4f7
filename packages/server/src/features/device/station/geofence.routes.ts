import { isDeepStrictEqual } from 'node:util'
import { codes, type Fence, type stations } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import type { Handlers } from '../../../kit/serve.ts'
import { translate } from '../../../platform/texts.ts'
import { deviceScope } from '../deviceScope.ts'
import { announceMoved, announceStations } from './announceStations.ts'
import { holdStation, lockStations } from './station.queries.ts'
import { fenceFaultAt } from './station.rules.ts'
import { fenceImpact } from './fenceImpact.ts'
import { ownTerminals } from './ownTerminals.ts'
import { stationScope } from './stationScope.ts'

interface Found {
  readonly id: string
  readonly version: number
  readonly latitude: number | null
  readonly longitude: number | null
  readonly fence: Fence | null
  readonly deviceCount: number
  /** The clock that it goes by. */
  readonly timeZone: string | null
}

/** Where the terminals of a station belong. */
export const geofenceHandlers: Handlers<
  Pick<typeof stations, 'geofence' | 'setGeofence' | 'fenceImpact' | 'whitelist'>
> = {
  geofence: async ({ params: { id } }, ctx) => ({
    ...(await find(ctx, id)),
    whitelist: await exempted(ctx, id),
  }),
  setGeofence: async ({ params: { id }, body: { version, fence } }, ctx) => {
    const [station] = await lockStations(ctx, [id])
    if (!station) throw notFound()
    if (station.version !== version) throw await conflict(ctx, id)
    const fault = fenceFaultAt(fence, station)
    if (fault) throw fieldRefusal(fault.field, fault.key)
    const before = await find(ctx, id)
    if (fence?.schedule && before.timeZone === null)
      throw fieldRefusal('schedule', 'station.fenceNeedsZone')
    await sql`update station set fence = ${fence && JSON.stringify(fence)}::jsonb,
        version = version + 1, updated_at = now(), updated_by = ${ctx.principal.userId}
      where id = ${id}`.execute(ctx.db)
    // What was found out about the old fence says nothing about the new one.
    if (!isDeepStrictEqual(before.fence, fence))
      await sql`delete from device_fence where device_id = any(array(select device_id
        from device_fence where station_id = ${id} order by 1 for update))`.execute(ctx.db)
    const after = await find(ctx, id)
    announceStations(ctx, [station])
    ctx.note({
      targetIds: [id],
      about: { name: station.name },
      before: { fence: before.fence },
      after: { fence },
    })
    return { version: after.version, deviceCount: after.deviceCount }
  },
  fenceImpact: async ({ params: { id }, body }, ctx) => fenceImpact(ctx, await find(ctx, id), body),
  whitelist: async ({ body: { stationId, sns } }, ctx) => {
    const station = await holdStation(ctx, stationId)
    const { known, changed } = await exempt(ctx, { stationId, sns })
    announceMoved(ctx, changed)
    ctx.note({ targetIds: [stationId], about: { name: station.name }, after: { sns: known } })
    const found = new Set(known)
    return { count: found.size, unknown: [...new Set(sns)].filter((sn) => !found.has(sn)) }
  },
}

async function find(ctx: Context, id: string): Promise<Found> {
  const { rows } = await sql<Found>`select id, version, latitude, longitude, fence, device_count,
      station_zone(timezone_id, area_id) as time_zone
    from station_row as row where id = ${id} and deleted_at is null
      and ${stationScope.rows(ctx.principal)}`.execute(ctx.db)
  const [found] = await ownTerminals(ctx, rows)
  if (!found) throw notFound()
  return found
}

async function conflict(ctx: Context, id: string): Promise<Refusal> {
  const { rows } = await sql<{ name: string | null; version: number }>`select
      updated_by_name as name, version from station_row where id = ${id}`.execute(ctx.db)
  const name = rows[0]?.name ?? translate(ctx.language, 'someone')
  const detail = { params: { name }, data: { version: rows[0]?.version } }
  return new Refusal(codes.versionConflict, 'refusal.versionConflict', detail)
}

/** A terminal of a station that the caller sees: of others he is told nothing, and they stay as they are. */
const isSeenAt = ({ principal }: Context, stationId: string) =>
  sql`device.id = any(array(select id from device where station_id = ${stationId}
    and deleted_at is null and ${deviceScope.rows(principal)}))`

async function exempted(ctx: Context, stationId: string): Promise<string[]> {
  const { rows } = await sql<{ sn: string }>`select device.sn from device_fence_exemption exemption
      join device on device.id = exemption.device_id
    where ${isSeenAt(ctx, stationId)}
    order by device.sn`.execute(ctx.db)
  return rows.map(({ sn }) => sn)
}

interface Exempting {
  readonly stationId: string
  readonly sns: readonly string[]
}

/** Exempts these terminals of a station and no others; answers which there are, and which changed. */
async function exempt(ctx: Context, { stationId, sns }: Exempting) {
  const { rows } = await sql<{
    id: string
    sn: string
    orgId: string
    isNew: boolean
    was: boolean
  }>`
    select device.id, device.sn, device.org_id, device.sn = any(${[...sns]}::text[]) as is_new,
      exemption.device_id is not null as was
    from device left join device_fence_exemption exemption on exemption.device_id = device.id
    where ${isSeenAt(ctx, stationId)}
      and (exemption.device_id is not null or device.sn = any(${[...sns]}::text[]))
    order by device.id for no key update of device`.execute(ctx.db)
  const changed = rows.filter(({ isNew, was }) => isNew !== was)
  const ids = changed.map(({ id }) => id)
  const added = changed.filter(({ isNew }) => isNew).map(({ id }) => id)
  await sql`delete from device_fence_exemption where device_id = any(${ids}::uuid[])`.execute(
    ctx.db,
  )
  await sql`insert into device_fence_exemption (device_id, created_by)
    select id, ${ctx.principal.userId} from unnest(${added}::uuid[]) as id`.execute(ctx.db)
  await sql`delete from device_fence where device_id = any(${added}::uuid[])`.execute(ctx.db)
  // They are told another configuration.
  await sql`update device set settings_rev = nextval('settings_rev')
    where id = any(${ids}::uuid[])`.execute(ctx.db)
  return { known: rows.filter(({ isNew }) => isNew).map(({ sn }) => sn), changed }
}
