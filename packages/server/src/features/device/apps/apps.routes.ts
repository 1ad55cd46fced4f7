import type { AppEvent, deviceApps, InstalledAppRow } from '@muster/contract'
import { sql } from 'kysely'
import type { Handlers } from '../../../kit/serve.ts'
import { findDevice } from '../command/command.queries.ts'

/** Events that one answer shows at most. */
const maxEvents = 200

/** What a terminal says is installed on it, and what came and went. */
export const appsHandlers: Handlers<typeof deviceApps> = {
  apps: async ({ params }, ctx) => {
    const { id } = await findDevice(ctx, params.id)
    const reported = await ctx.db
      .selectFrom('deviceInventory')
      .select(['reportedAt', 'changedAt'])
      .where('deviceId', '=', id)
      .executeTakeFirst()
    const { rows: apps } = await sql<InstalledAppRow>`select package, version_code, version_name,
        source, signer, bytes, is_enabled, first_installed_at, last_updated_at
      from device_app where device_id = ${id} order by package`.execute(ctx.db)
    const { reportedAt = null, changedAt = null } = reported ?? {}
    return { reportedAt, changedAt, apps }
  },
  appEvents: async ({ params }, ctx) => {
    const { id } = await findDevice(ctx, params.id)
    const { rows } = await sql<AppEvent>`select id, package, kind, from_code, from_name, to_code,
        to_name, at
      from device_app_event where device_id = ${id} and kind not in ('INSTALL_FAILED', 'REMOVE_FAILED') order by at desc, id desc
      limit ${maxEvents}`.execute(ctx.db)
    return rows
  },
}
