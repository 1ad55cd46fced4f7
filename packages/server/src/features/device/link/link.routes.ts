import type { Connection, DeviceConfiguration, devices, Place, Snapshot } from '@muster/contract'
import { sql } from 'kysely'
import { notFound } from '../../../kit/refusal.ts'
import type { Handlers } from '../../../kit/serve.ts'
import { parameter } from '../../system/parameter/index.ts'
import { findDevice } from '../command/command.queries.ts'
import { findGreetings } from './greeting.queries.ts'

/** Places that one answer shows at most. */
const maxPlaces = 200

/** Connections that one answer shows at most, the newest of the time asked for. */
const maxConnections = 1000

type Told = Pick<DeviceConfiguration, 'appliedRev' | 'endpoint'>

function stateOf(rev: number, applied: number | null): DeviceConfiguration['state'] {
  if (applied === null) return 'UNKNOWN'
  return applied === rev ? 'IN_SYNC' : 'DRIFT'
}

/** What a terminal's link has told about it. */
export const linkHandlers: Handlers<
  Pick<typeof devices, 'snapshots' | 'configuration' | 'locations' | 'connectivity'>
> = {
  snapshots: async ({ params }, ctx) => {
    const { id } = await findDevice(ctx, params.id)
    const { rows } =
      await sql<Snapshot>`select snapshot.kind, snapshot.document, snapshot.reported_at
      from device_snapshot snapshot where snapshot.device_id = ${id} order by snapshot.kind`.execute(
        ctx.db,
      )
    return rows
  },
  configuration: async ({ params }, ctx) => {
    const { id } = await findDevice(ctx, params.id)
    const { pool, env } = ctx.platform
    const [greeting] = await findGreetings(pool, [id], env.heartbeatSeconds)
    if (!greeting) throw notFound()
    const { rows } = await sql<Told>`select cfg_rev as applied_rev, endpoint from device_state
      where device_id = ${id}`.execute(ctx.db)
    const { appliedRev = null, endpoint = null } = rows[0] ?? {}
    const { configuration: wanted } = greeting
    return { wanted, appliedRev, endpoint, state: stateOf(wanted.rev, appliedRev) }
  },
  locations: async ({ params }, ctx) => {
    const { id } = await findDevice(ctx, params.id)
    const days = await parameter(ctx.db, 'device.location.keepDays')
    const { rows } = await sql<Place>`select place.at, place.latitude, place.longitude,
        place.accuracy, place.source
      from device_location place
      where place.device_id = ${id} and place.at > now() - make_interval(days => ${days})
      order by place.at desc limit ${maxPlaces}`.execute(ctx.db)
    return rows
  },
  connectivity: async ({ params, query }, ctx) => {
    const { id } = await findDevice(ctx, params.id)
    const until = ctx.now()
    const from = new Date(until.getTime() - query.hours * 3_600_000)
    const { rows } = await sql<Connection>`select session.connected_at, session.disconnected_at,
        session.ip, session.reason
      from device_session session
      where session.device_id = ${id} and session.connected_at < ${until}
        and (session.disconnected_at is null or session.disconnected_at >= ${from})
      order by session.connected_at desc limit ${maxConnections}`.execute(ctx.db)
    return { from: from.toISOString(), until: until.toISOString(), connections: rows }
  },
}
