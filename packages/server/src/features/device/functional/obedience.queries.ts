import { deviceMessages } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

interface Obedience {
  /** Revision that the terminal says it holds. */
  readonly appliedRev: number | null
  /** Revision of which it told what it cannot do, and when. */
  readonly reportedRev: number | null
  readonly refused: readonly string[]
  readonly reportedAt: string | null
}

interface Row {
  readonly appliedRev: number | null
  readonly told: unknown
  readonly reportedAt: string | null
}

const { settings } = deviceMessages.information.body.shape

/** What a terminal says of the settings that it was told. */
export async function obedienceOf({ db }: Context, deviceId: string): Promise<Obedience> {
  const { rows } = await sql<Row>`select state.cfg_rev as applied_rev, info.reported_at,
      info.document -> 'settings' as told
    from device left join device_state state on state.device_id = device.id
      left join device_snapshot info on info.device_id = device.id and info.kind = 'info'
    where device.id = ${deviceId}`.execute(db)
  const { appliedRev = null, told, reportedAt = null } = rows[0] ?? {}
  const { rev = null, refused = [] } = settings.safeParse(told ?? undefined).data ?? {}
  return { appliedRev, reportedRev: rev, refused, reportedAt: rev === null ? null : reportedAt }
}
