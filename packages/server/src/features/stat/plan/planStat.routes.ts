import { planStat } from '@muster/contract'
import { serve } from '../../../kit/serve.ts'
import { planScope } from '../../upgrade/index.ts'
import { comparePlans, failuresOf, pagePlans } from './plan.queries.ts'

/** STATISTICS_PLAN: plans of the caller's organisations, in figures. */
export const planStatRoutes = serve(planStat, planScope, {
  page: ({ query }, ctx) => pagePlans(ctx, query),
  compare: ({ query }, ctx) => comparePlans(ctx, query.ids.split(',')),
  error: ({ query }, ctx) => failuresOf(ctx, query.ids.split(','), query.by),
})
