import { deviceStat } from '@muster/contract'
import { organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { unusedApps } from '../app/app.queries.ts'
import { requireSpan } from '../requireSpan.ts'
import { month } from '../span.rules.ts'
import { alarmsByModel } from './alarm.queries.ts'
import { availabilityByOrganization } from './availability.queries.ts'
import { distributionBy } from './distribution.queries.ts'
import { expiriesByQuarter } from './expiry.queries.ts'
import { silentBy } from './silent.queries.ts'
import { estateByStep } from './trend.queries.ts'

/** STATISTICS_DEVICE: every figure is read from what is kept beforehand. */
export const deviceStatRoutes = serve(deviceStat, organizationsBy('orgId'), {
  distribution: ({ query: { by, ...filter } }, ctx) => distributionBy(ctx, by, filter),
  trend: ({ query: { days, from, to, grain, ...filter } }, ctx) =>
    estateByStep(ctx, filter, {
      span: requireSpan(ctx, { days, from, to }, month),
      asked: grain,
    }),
  silent: ({ query: { by, ...filter } }, ctx) => silentBy(ctx, by, filter),
  availability: ({ query: { days, from, to, grain, ...filter } }, ctx) =>
    availabilityByOrganization(ctx, filter, {
      span: requireSpan(ctx, { days, from, to }, month),
      asked: grain,
    }),
  alarm: ({ query: { days, from, to, ...filter } }, ctx) =>
    alarmsByModel(ctx, filter, requireSpan(ctx, { days, from, to }, month)),
  idle: ({ query }, ctx) => unusedApps(ctx, { ...query, isOnline: true }),
  expiry: ({ query }, ctx) => expiriesByQuarter(ctx, query),
})
