import { appCategories, appCategoriesPath, appCategoryDepth } from '@muster/contract'
import { sql } from 'kysely'
import { everyone } from '../../access/scope.ts'
import { lifecycle } from '../../kit/lifecycle.ts'
import { recycleBin } from '../../kit/recycleBin.ts'
import { keptWhileUsed, naming } from '../../kit/references.ts'
import { serve } from '../../kit/serve.ts'
import { tree, treeOf } from '../../kit/tree.ts'
import { requireImage } from '../file/image/index.ts'
import type { Context } from '../../kit/context.ts'
import { placeBefore } from './sorting.queries.ts'

const plain = recycleBin(appCategoriesPath, 'appCategory', everyone)
const parent = { field: 'parentId', to: 'appCategory', scope: everyone } as const
const kept = keptWhileUsed(plain, [
  { table: 'appCategory', field: 'parentId', name: 'name', says: 'used.category', scope: everyone },
])
const bin = tree(naming(kept, [parent]), appCategoryDepth)

const records = lifecycle(appCategories, bin, {
  search: ['name', 'code'],
  order: ['sort', 'name'],
  computed: ['names'],
})

/** Store categories, which all organisations share. */
export const appCategoryRoutes = serve(appCategories, everyone, {
  ...records,
  add: async (request, ctx) => {
    await requireIcon(ctx, request.body)
    return records.add(request, ctx)
  },
  update: async (request, ctx) => {
    await requireIcon(ctx, request.body)
    return records.update(request, ctx)
  },
  tree: (_, ctx) => treeOf(ctx, bin),
  sort: async ({ body }, ctx) => {
    const { parentId } = await plain.find(ctx, body.id)
    const beside = sql<boolean>`parent_id is not distinct from ${parentId}`
    return { count: await placeBefore(ctx, bin, { ...body, beside }) }
  },
})

const requireIcon = (ctx: Context, { icon }: { icon: string | null }) =>
  requireImage(ctx, { field: 'icon', name: icon, use: 'icon' })
