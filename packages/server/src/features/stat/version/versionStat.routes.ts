import { versionStat } from '@muster/contract'
import { organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { requireSpan } from '../requireSpan.ts'
import { month } from '../span.rules.ts'
import { findApp } from '../app/app.queries.ts'
import { appMatrix } from './appMatrix.queries.ts'
import { versionMatrix } from './matrix.queries.ts'
import { versionsByStep } from './trend.queries.ts'

/** STATISTICS_VERSION: what versions terminals run, and how they spread. */
export const versionStatRoutes = serve(versionStat, organizationsBy('orgId'), {
  matrix: ({ query }, ctx) => versionMatrix(ctx, query),
  app: async ({ query: { appId, ...filter } }, ctx) =>
    appMatrix(ctx, await findApp(ctx, appId), filter),
  trend: ({ query: { days, from, to, grain, ...filter } }, ctx) =>
    versionsByStep(ctx, filter, {
      span: requireSpan(ctx, { days, from, to }, month),
      asked: grain,
    }),
})
