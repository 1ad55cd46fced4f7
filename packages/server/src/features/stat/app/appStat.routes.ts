import { appStat, appUse } from '@muster/contract'
import { organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { requireSpan } from '../requireSpan.ts'
import { month } from '../span.rules.ts'
import { findApp, pageHolders, speedOf, summaryOf, unusedApps } from './app.queries.ts'
import {
  errorsOf,
  failuresOf,
  hoursOf,
  removalsOf,
  trendOf,
  versionsOf,
} from './appTrend.queries.ts'
import { appUsePage } from './appUse.queries.ts'

const scope = organizationsBy('orgId', { vendor: 'vendorId', model: 'modelId' })

/** STATISTICS_APK: how an application is spread, and how it does. */
export const appStatRoutes = serve(appStat, scope, {
  summary: async ({ query: { appId, ...filter } }, ctx) =>
    summaryOf(ctx, await findApp(ctx, appId), filter),
  trend: async ({ query: { appId, days, from, to, grain, ...filter } }, ctx) =>
    trendOf(
      ctx,
      { app: await findApp(ctx, appId), filter },
      { span: requireSpan(ctx, { days, from, to }, month), asked: grain },
    ),
  version: async ({ query: { appId, days, from, to, grain, ...filter } }, ctx) =>
    versionsOf(
      ctx,
      { app: await findApp(ctx, appId), filter },
      { span: requireSpan(ctx, { days, from, to }, month), asked: grain },
    ),
  error: async ({ query: { appId, days, from, to, ...filter } }, ctx) =>
    errorsOf(
      ctx,
      { app: await findApp(ctx, appId), filter },
      requireSpan(ctx, { days, from, to }, month),
    ),
  failure: async ({ query: { appId, days, from, to, ...filter } }, ctx) =>
    failuresOf(
      ctx,
      { app: await findApp(ctx, appId), filter },
      requireSpan(ctx, { days, from, to }, month),
    ),
  removal: async ({ query: { appId, days, from, to, ...filter } }, ctx) =>
    removalsOf(
      ctx,
      { app: await findApp(ctx, appId), filter },
      requireSpan(ctx, { days, from, to }, month),
    ),
  speed: async ({ query: { appId, ...filter } }, ctx) =>
    speedOf(ctx, await findApp(ctx, appId), filter),
  page: ({ query }, ctx) => pageHolders(ctx, query),
})

/** STATISTICS_DEVICE_APK_LOG: how applications are used. */
export const appUseRoutes = serve(appUse, scope, {
  page: ({ query }, ctx) => appUsePage(ctx, query),
  trend: async ({ query: { appId, days, from, to, ...filter } }, ctx) =>
    hoursOf(
      ctx,
      { app: await findApp(ctx, appId), filter },
      requireSpan(ctx, { days, from, to }, month),
    ),
  unused: ({ query }, ctx) => unusedApps(ctx, query),
  unusedPage: ({ query }, ctx) => pageHolders(ctx, query),
})
