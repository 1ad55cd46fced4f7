import { type OrganizationSettings, organizationSettings } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { parameter } from '../../system/parameter/index.ts'
import { defaults, type Level } from './config.rules.ts'

/** What is not set is null. */
const stored = z.object(organizationSettings())

interface LevelRow {
  readonly id: string
  readonly name: string
  readonly isSeen: boolean
  readonly settings: unknown
}

/** What the organisations down to one set, the highest first; itself is the last one. */
export async function levelsTo({ db, principal }: Context, id: string): Promise<Level[]> {
  const isSeen: RawBuilder<unknown> = organizationsBy('above.id').rows(principal)
  const { rows } = await sql<LevelRow>`select above.id, above.name, ${isSeen} as is_seen,
      coalesce(own.settings, '{}') as settings
    from organization place join organization above on above.path @> place.path
      left join organization_config own on own.org_id = above.id
    where place.id = ${id} order by nlevel(above.path)`.execute(db)
  // A version before this one, or after it, may have kept what this one does not read.
  return rows.map((row) => ({
    ...row,
    settings: stored.safeParse(row.settings).data ?? stored.parse({}),
  }))
}

interface Lock {
  readonly version: number
  readonly settings: unknown
  readonly updatedByName: string | null
}

/** Locks an organisation's settings until the commit, also where there are none yet. */
export async function lockConfig({ db }: Context, id: string): Promise<Lock> {
  await sql`insert into organization_config (org_id) values (${id}) on conflict do nothing`.execute(
    db,
  )
  const { rows } =
    await sql<Lock>`select own.version, own.settings, editor.user_name as updated_by_name
    from organization_config own left join app_user editor on editor.id = own.updated_by
    where own.org_id = ${id} for update of own`.execute(db)
  return rows[0] ?? { version: 0, settings: {}, updatedByName: null }
}

/** How often an organisation's settings were saved. */
export async function versionOf({ db }: Context, id: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from organization_config
    where org_id = ${id}`.execute(db)
  return rows[0]?.version ?? 0
}

export async function writeConfig(
  { db, principal }: Context,
  id: string,
  settings: object,
): Promise<void> {
  await sql`update organization_config set settings = ${JSON.stringify(settings)}::jsonb,
      version = version + 1, updated_at = now(), updated_by = ${principal.userId}
    where org_id = ${id}`.execute(db)
}

/** What holds where nobody has set anything. */
export const shipped = async (ctx: Context): Promise<OrganizationSettings> => ({
  ...defaults,
  heartbeatSeconds: await usualHeartbeat(ctx),
  offlineAlarmMinutes: await parameter(ctx.db, 'device.offline.alarm.minutes'),
})

/** The interval of heartbeats where neither organisation nor model says one. */
async function usualHeartbeat({ db, platform }: Context): Promise<number> {
  const { heartbeatSeconds } = platform.env
  const { rows } = await sql<{ seconds: number }>`select
    steered('device.heartbeat.seconds', ${heartbeatSeconds}) as seconds`.execute(db)
  return rows[0]?.seconds ?? heartbeatSeconds
}
