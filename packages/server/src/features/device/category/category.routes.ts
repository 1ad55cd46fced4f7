import { categories, categoriesPath, categoryDepth } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { placeBefore } from '../../../kit/placeBefore.ts'
import { recycleBin } from '../../../kit/recycleBin.ts'
import { keptWhileUsed, naming } from '../../../kit/references.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { everyone } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { translate } from '../../../platform/texts.ts'
import { tree, treeOf } from '../../../kit/tree.ts'
import { withCounts } from '../../../kit/withCounts.ts'
import { requireImage } from '../../file/image/index.ts'
import { ownCounts, ownlyCounted } from '../../organization/index.ts'
import { modelScope } from '../deviceScope.ts'
import { stationScope } from '../station/stationScope.ts'
import { namingFeatures } from '../feature/namedFeatures.ts'

const kept = keptWhileUsed(recycleBin(categoriesPath, 'category', everyone), [
  { table: 'model', field: 'categoryId', name: 'name', says: 'used.model', scope: modelScope },
  { table: 'category', field: 'parentId', name: 'name', says: 'used.category', scope: everyone },
  {
    table: 'station',
    field: 'categoryIds',
    isList: true,
    name: 'name',
    says: 'used.station',
    scope: stationScope,
  },
])
const parent = { field: 'parentId', to: 'category', scope: everyone } as const
const counted = withCounts(
  tree(naming(kept, [parent]), categoryDepth),
  ownCounts('category'),
  ownlyCounted,
)
const bin = namingFeatures(counted, ({ featureIds }) => featureIds)

const records = lifecycle(categories, bin, {
  search: ['name', 'code'],
  order: ['sort', 'name'],
  computed: ['features', 'featureIds'],
})

export const categoryRoutes = serve(categories, everyone, {
  ...records,
  add: async (request, ctx) => {
    await requireIcon(ctx, request.body)
    return records.add(request, ctx)
  },
  update: async (request, ctx) => {
    await requireIcon(ctx, request.body)
    const row = await records.update(request, ctx)
    await requireModelsOf(ctx, request.body)
    return row
  },
  tree: (_, ctx) => treeOf(ctx, bin),
  sort: async ({ body }, ctx) => {
    const { parentId } = await bin.find(ctx, body.id)
    const beside = sql<boolean>`parent_id is not distinct from ${parentId}`
    return { count: await placeBefore(ctx, bin, { ...body, beside }) }
  },
})

const requireIcon = (ctx: Context, { icon }: { icon: string | null }) =>
  requireImage(ctx, { field: 'icon', name: icon, use: 'icon' })

/** A category's operating system is that of its models, also of those that are reverted later. */
async function requireModelsOf(ctx: Context, category: { id: string; osKind: string }) {
  const odd = await ctx.db
    .selectFrom('model')
    .select('name')
    .where('categoryId', '=', category.id)
    .where('osType', '<>', category.osKind)
    .executeTakeFirst()
  if (odd) throw fieldRefusal('osKind', translate(ctx.language, 'used.model', { name: odd.name }))
}
