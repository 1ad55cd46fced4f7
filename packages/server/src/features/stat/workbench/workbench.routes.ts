import { workbench } from '@muster/contract'
import { organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { openAlarms } from './alarm.queries.ts'
import { heldDevices } from './held.queries.ts'
import {
  commandsByState,
  devicesByState,
  devicesPerModel,
  devicesPerVersion,
  devicesPerVersionByModel,
} from './estate.queries.ts'
import { begunWithin } from './happened.queries.ts'
import { requireSpan } from '../requireSpan.ts'
import { lockedAccounts, waitingDecisions } from './todo.queries.ts'
import { activationsByDay, onlineByHour } from './trend.queries.ts'

const day = 24

/** The figures of the workbench, one statement a card; {@link organizationsBy} says whose. */
export const workbenchRoutes = serve(workbench, organizationsBy('orgId'), {
  summary: async ({ query }, ctx) => ({
    ...(await devicesByState(ctx, query)),
    ...(await heldDevices(ctx, query)),
  }),
  trend: ({ query: { days, from, to, ...filter } }, ctx) =>
    onlineByHour(ctx, filter, requireSpan(ctx, { days, from, to }, day)),
  happened: ({ query: { days, from, to, ...filter } }, ctx) =>
    begunWithin(ctx, filter, requireSpan(ctx, { days, from, to }, day)),
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
