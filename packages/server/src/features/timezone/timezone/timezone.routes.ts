import { codes, timezones } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import type { Row } from '../../../kit/page.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import { keptWhileUsed, naming } from '../../../kit/references.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { everyone, organizationsBy } from '../../../kit/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { clockOf, isTimezone } from './timezone.rules.ts'

const kept = keptWhileUsed(recycleBin('/admin/timezone/v1/timezone', 'timezone', everyone), [
  {
    table: 'organization',
    field: 'timezoneId',
    name: 'name',
    says: 'used.organization',
    scope: organizationsBy('id'),
  },
])
const bin = ticking(naming(kept, [{ field: 'areaId', to: 'timezoneArea', scope: everyone }]))
const records = lifecycle(timezones, bin, { search: ['name', 'zoneId'], order: ['sort', 'name'] })

export const timezoneRoutes = serve(timezones, everyone, {
  ...records,
  page: async (request, ctx) => {
    refuseComputed(request.query.sortField)
    const page = await records.page(request, ctx)
    if (page instanceof Refusal) return page
    return {
      ...page,
      list: page.list.map((row) => ({ ...row, ...clockOf(row.zoneId, ctx.now()) })),
    }
  },
  recyclePage: async (request, ctx) => {
    refuseComputed(request.query.sortField)
    const page = await records.recyclePage(request, ctx)
    if (page instanceof Refusal) return page
    return {
      ...page,
      list: page.list.map((row) => ({ ...row, ...clockOf(row.zoneId, ctx.now()) })),
    }
  },
})

/** What the clock says is not in the table, so it cannot order the list. */
function refuseComputed(sortField: string | undefined): void {
  if (sortField && ['offsetMinutes', 'isDaylightSaving', 'nextChangeAt'].includes(sortField))
    throw new Refusal(codes.badRequest, 'refusal.unknownSort')
}

/** A bin of real time zones whose records show the clock as it is now. */
function ticking(plain: Bin): Bin {
  const clocked = (row: Row, ctx: Context): Row => ({
    ...row,
    ...clockOf(String(row['zoneId']), ctx.now()),
  })
  return {
    ...plain,
    find: async (ctx, id) => clocked(await plain.find(ctx, id), ctx),
    add: async (ctx, values) => clocked(await plain.add(ctx, requireZone(values)), ctx),
    update: async (ctx, values) => clocked(await plain.update(ctx, requireZone(values)), ctx),
  }
}

function requireZone(values: Row): Row {
  if (!isTimezone(String(values['zoneId']))) throw fieldRefusal('zoneId', 'rule.timezone')
  return values
}
