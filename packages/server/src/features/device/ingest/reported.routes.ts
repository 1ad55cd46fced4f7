import type { devices, Place, Snapshot } from '@muster/contract'
import { sql } from 'kysely'
import type { Handlers } from '../../../kit/serve.ts'
import { parameter } from '../../system/parameter/index.ts'
import { findDevice } from '../command/command.queries.ts'
import { readCapabilities } from '../matrix/capabilities.queries.ts'

/** Places that one answer shows at most. */
const maxPlaces = 200

/** What a terminal has reported about itself. */
export const reportedHandlers: Handlers<
  Pick<typeof devices, 'snapshots' | 'locations' | 'capabilities'>
> = {
  capabilities: async ({ params }, ctx) => readCapabilities(ctx, await findDevice(ctx, params.id)),
  snapshots: async ({ params }, ctx) => {
    const { id } = await findDevice(ctx, params.id)
    const { rows } =
      await sql<Snapshot>`select snapshot.kind, snapshot.document, snapshot.reported_at
      from device_snapshot snapshot where snapshot.device_id = ${id} order by snapshot.kind`.execute(
        ctx.db,
      )
    return rows
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
}
