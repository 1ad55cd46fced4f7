import { workbench } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { openAlarms } from './alarm.queries.ts'
import {
  commandsByState,
  devicesByState,
  devicesPerModel,
  devicesPerVersion,
  devicesPerVersionByModel,
} from './estate.queries.ts'
import { type Days, problemOf, type Span, spanOf } from './span.rules.ts'
import { lockedAccounts, waitingDecisions } from './todo.queries.ts'
import { activationsByDay, onlineByHour } from './trend.queries.ts'

const day = 24

function requireSpan(ctx: Context, asked: Days, hours: number): Span {
  const problem = problemOf(asked)
  if (problem) throw fieldRefusal('to', problem)
  return spanOf(asked, ctx.now(), hours)
}

/** The figures of the workbench, one statement a card; {@link organizationsBy} says whose. */
export const workbenchRoutes = serve(workbench, organizationsBy('orgId'), {
  summary: ({ query }, ctx) => devicesByState(ctx, query),
  trend: ({ query: { days, from, to, ...filter } }, ctx) =>
    onlineByHour(ctx, filter, requireSpan(ctx, { days, from, to }, day)),
  activation: ({ query: { days, from, to, ...filter } }, ctx) =>
    activationsByDay(ctx, filter, requireSpan(ctx, { days, from, to }, 30 * day)),
  version: ({ query }, ctx) => devicesPerVersion(ctx, query),
  versionByModel: ({ query }, ctx) => devicesPerVersionByModel(ctx, query),
  model: ({ query }, ctx) => devicesPerModel(ctx, query),
  command: ({ query }, ctx) => commandsByState(ctx, query),
  alarm: ({ query }, ctx) => openAlarms(ctx, query),
  todo: ({ query }, ctx) => waitingDecisions(ctx, query),
  lock: (_, ctx) => lockedAccounts(ctx),
})
