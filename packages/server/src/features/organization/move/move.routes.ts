import { organizationMove, type OrganizationSettings } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { translate } from '../../../platform/texts.ts'
import { levelsTo, shipped } from '../config/config.queries.ts'
import { differing, inForce } from '../config/config.rules.ts'
import { requireOrganization } from '../requireOrganization.ts'
import { changesOfSight, countMoved, factsOfMove, type Move } from './move.queries.ts'
import { refusalsOf } from './move.rules.ts'

export const organizationMoveRoutes = serve(organizationMove, organizationsBy('id'), {
  preview: async ({ params }, ctx) => {
    await requireOrganization(ctx, params.id)
    await requireOrganization(ctx, params.parentId)
    const [moved, sight, facts, settings] = await Promise.all([
      countMoved(ctx, params),
      changesOfSight(ctx, params),
      factsOfMove(ctx, params),
      settingsOf(ctx, params),
    ])
    const refusals = refusalsOf(facts).map(({ key, params }) =>
      translate(ctx.language, key, params),
    )
    return { ...moved, ...sight, refusals, settings }
  },
})

/** What holds in the organisation now, and what would hold in the new place. */
async function settingsOf(ctx: Context, { id, parentId }: Move) {
  const [here, there, otherwise] = await Promise.all([
    levelsTo(ctx, id),
    levelsTo(ctx, parentId),
    shipped(ctx),
  ])
  const before: OrganizationSettings = inForce(here, otherwise).values
  const after: OrganizationSettings = inForce([...there, ...here.slice(-1)], otherwise).values
  return { before, after, changed: differing(before, after) }
}
