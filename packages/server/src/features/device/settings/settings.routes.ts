import type { DeviceConfiguration, devices } from '@muster/contract'
import { sql } from 'kysely'
import { notFound } from '../../../kit/refusal.ts'
import type { Handlers } from '../../../kit/serve.ts'
import { findDevice } from '../command/command.queries.ts'
import { findSettings } from './settings.queries.ts'

type Told = Pick<DeviceConfiguration, 'appliedRev' | 'endpoint'>

function stateOf(rev: number, applied: number | null): DeviceConfiguration['state'] {
  if (applied === null) return 'UNKNOWN'
  return applied === rev ? 'IN_SYNC' : 'DRIFT'
}

/** The settings that a terminal is told, and which of them it has taken. */
export const settingsHandlers: Handlers<Pick<typeof devices, 'configuration'>> = {
  configuration: async ({ params }, ctx) => {
    const { id } = await findDevice(ctx, params.id)
    const { pool, env } = ctx.platform
    const [settings] = await findSettings(pool, [id], env.heartbeatSeconds)
    if (!settings) throw notFound()
    const { rows } = await sql<Told>`select cfg_rev as applied_rev, endpoint from device_state
      where device_id = ${id}`.execute(ctx.db)
    const { appliedRev = null, endpoint = null } = rows[0] ?? {}
    const { configuration: wanted } = settings
    return { wanted, appliedRev, endpoint, state: stateOf(wanted.rev, appliedRev) }
  },
}
