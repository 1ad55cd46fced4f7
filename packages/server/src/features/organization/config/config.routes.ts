import {
  codes,
  type OrganizationConfig,
  organizationConfig,
  organizationConfigPath,
} from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { translate } from '../../../platform/texts.ts'
import { requireOrganization } from '../requireOrganization.ts'
import { levelsTo, lockConfig, shipped, versionOf, writeConfig } from './config.queries.ts'
import { faultOfSettings, inForce, setOnly } from './config.rules.ts'

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
    ctx.changed(organizationConfigPath, [id], [id])
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

function conflict(
  ctx: Context,
  { version, updatedByName }: { version: number; updatedByName: string | null },
): Refusal {
  const name = updatedByName ?? translate(ctx.language, 'someone')
  const detail = { params: { name }, data: { version } }
  return new Refusal(codes.versionConflict, 'refusal.versionConflict', detail)
}
