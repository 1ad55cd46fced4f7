import {
  codes,
  type OrganizationConfig,
  type OrganizationSettings,
  organizationConfig,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { organizationsBy } from '../../../kit/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { translate } from '../../../platform/texts.ts'
import { parameter } from '../../system/parameter/index.ts'
import { requireOrganization } from '../requireOrganization.ts'
import { configPath } from './configPath.ts'
import { levelsTo, lockConfig, versionOf, writeConfig } from './config.queries.ts'
import { defaults, faultOfSettings, inForce, setOnly } from './config.rules.ts'

export const organizationConfigRoutes = serve(organizationConfig, organizationsBy('id'), {
  get: async ({ params: { id } }, ctx) => {
    await requireOrganization(ctx, id)
    return read(ctx, id)
  },
  save: async ({ params: { id }, body: { version, ...settings } }, ctx) => {
    await requireOrganization(ctx, id)
    const fault = faultOfSettings(settings)
    if (fault) throw fieldRefusal(fault.field, fault.says)
    const known = await lockConfig(ctx, id)
    if (known.version !== version) throw conflict(ctx, known)
    const after = setOnly(settings)
    await writeConfig(ctx, id, after)
    ctx.note({ targetIds: [id], before: known.settings, after })
    // The gateways tell the terminals of the subtree, too.
    ctx.changed(configPath, [id], [id])
    return read(ctx, id)
  },
})

async function read(ctx: Context, id: string): Promise<OrganizationConfig> {
  const [levels, version, otherwise] = await Promise.all([
    levelsTo(ctx, id),
    versionOf(ctx, id),
    shipped(ctx),
  ])
  const itself = levels.at(-1)
  if (!itself) throw notFound()
  const { values, from } = inForce(levels.slice(0, -1), otherwise)
  return { ...itself.settings, version, above: values, from }
}

/** What holds where nobody has set anything. */
const shipped = async (ctx: Context): Promise<OrganizationSettings> => ({
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

function conflict(
  ctx: Context,
  { version, updatedByName }: { version: number; updatedByName: string | null },
): Refusal {
  const name = updatedByName ?? translate(ctx.language, 'someone')
  const detail = { params: { name }, data: { version } }
  return new Refusal(codes.versionConflict, 'refusal.versionConflict', detail)
}
