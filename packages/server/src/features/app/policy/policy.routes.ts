import { orgApks, orgApksPath, policyApps } from '@muster/contract'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { serve } from '../../../kit/serve.ts'
import { withCounts } from '../../../kit/withCounts.ts'
import { tellOwners } from '../../../kit/tellOwners.ts'
import { effectiveOf } from './effective.queries.ts'
import { nextShareOf } from './nextShare.queries.ts'
import { figuresOf, isBroken, ownFigures, ownlyFigures, seesAll } from './ownFigures.ts'
import { copyPolicies, findApps, findVersions } from './policy.queries.ts'
import { keepGiver, policyBin } from './policyBin.ts'
import { policyScope } from './policyScope.ts'
import { previewPolicy } from './preview.queries.ts'
import { findReleases, startRelease, steerRelease } from './release.queries.ts'
import { standingDevices } from './standing.queries.ts'
import { nameableApps } from '../../device/index.ts'
import { whyApp } from './whyApp.queries.ts'

/** Policies: which applications terminals must have, may have, are not shown or must not have. */
export const policyRoutes = serve(orgApks, policyScope, {
  ...lifecycle(orgApks, withCounts(policyBin, ownFigures, ownlyFigures), {
    search: ['name', 'remark'],
    order: ['orgName', 'appName', 'name'],
    filters: { broken: (_, ctx) => isBroken(ctx) },
  }),
  effective: ({ params }, ctx) => effectiveOf(ctx, params.deviceId),
  whyApp: ({ params }, ctx) => whyApp(ctx, params.deviceId, params.appId),
  compliance: async ({ params: { id } }, ctx) => {
    await policyBin.find(ctx, id)
    const counted = await ctx.db
      .selectFrom('orgApkCompliance')
      .selectAll()
      .where('orgApkId', '=', id)
      .executeTakeFirst()
    if (!counted || seesAll(ctx)) return counted ?? uncounted
    return { ...(await figuresOf(ctx, [id]))(id), countedAt: counted.countedAt }
  },
  standing: async ({ query }, ctx) => {
    await policyBin.find(ctx, query.policyId)
    return standingDevices(ctx, query)
  },
  precheck: ({ body }, ctx) => previewPolicy(ctx, body),
  copy: async ({ body }, ctx) => {
    const { made, kept } = await copyPolicies(ctx, body)
    await keepGiver(
      ctx,
      made.map(({ id }) => id),
    )
    tellOwners(ctx, orgApksPath, made)
    ctx.note({ targetIds: made.map(({ id }) => id), after: { ...body, kept } })
    return { count: made.length, kept }
  },
  releases: async ({ params: { id } }, ctx) => {
    await policyBin.find(ctx, id)
    return findReleases(ctx, id)
  },
  release: ({ params, body }, ctx) => startRelease(ctx, params.id, body),
  nextShare: ({ params }, ctx) => nextShareOf(ctx, params.id),
  steer: ({ params }, ctx) => steerRelease(ctx, params.id, params.act),
})

const uncounted = {
  devices: 0,
  compliant: 0,
  missing: 0,
  outdated: 0,
  forbidden: 0,
  unfit: 0,
  countedAt: null,
}

export const policyAppRoutes = serve(policyApps, nameableApps, {
  list: ({ query }, ctx) => findApps(ctx, query),
  versions: ({ params }, ctx) => findVersions(ctx, params.id),
})
