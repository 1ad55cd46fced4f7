import { areas, codes } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { recycleBin } from '../../../kit/recycleBin.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { everyone } from '../../../kit/scope.ts'
import { serve } from '../../../kit/serve.ts'

const bin = recycleBin('/admin/timezone/v1/area', 'timezoneArea', everyone)

export const areaRoutes = serve(areas, everyone, {
  ...lifecycle(areas, bin, { search: ['name', 'code'], order: ['sort', 'name'] }),
  remove: async ({ params }, ctx) => ({ count: await removeUnused(ctx, [params.id]) }),
  removeMany: async ({ body }, ctx) => ({ count: await removeUnused(ctx, body.ids) }),
})

/** A time zone without its area cannot be shown, so an area in use stays. */
async function removeUnused(ctx: Context, ids: readonly string[]): Promise<number> {
  const zone = await ctx.db
    .selectFrom('timezone')
    .select('name')
    .where('areaId', 'in', [...ids])
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (zone) throw new Refusal(codes.warning, 'area.inUse', { params: { name: zone.name } })
  return bin.remove(ctx, ids)
}
