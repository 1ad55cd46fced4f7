import type { Connection, devices } from '@muster/contract'
import { sql } from 'kysely'
import type { Handlers } from '../../../kit/serve.ts'
import { findDevice } from '../command/command.queries.ts'

/** Connections that one answer shows at most, the newest of the time asked for. */
const maxConnections = 1000

/** When a terminal was there. */
export const presenceHandlers: Handlers<Pick<typeof devices, 'connectivity'>> = {
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
