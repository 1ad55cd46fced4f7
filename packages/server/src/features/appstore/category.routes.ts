import { appCategories, appCategoriesPath, appCategoryDepth, codes } from '@muster/contract'
import { sql } from 'kysely'
import { everyone } from '../../access/scope.ts'
import { lifecycle } from '../../kit/lifecycle.ts'
import { recycleBin } from '../../kit/recycleBin.ts'
import { keptWhileUsed, naming } from '../../kit/references.ts'
import { Refusal } from '../../kit/refusal.ts'
import { serve } from '../../kit/serve.ts'
import { tree, treeOf } from '../../kit/tree.ts'
import { withCounts } from '../../kit/withCounts.ts'
import { nameableApps } from '../app/index.ts'
import { requireImage } from '../file/image/index.ts'
import type { Context } from '../../kit/context.ts'
import { placeBefore } from '../../kit/placeBefore.ts'

const plain = recycleBin(appCategoriesPath, 'appCategory', everyone)
const parent = { field: 'parentId', to: 'appCategory', scope: everyone } as const
const kept = keptWhileUsed(plain, [
  { table: 'appCategory', field: 'parentId', name: 'name', says: 'used.category', scope: everyone },
])
const ordered = tree(naming(kept, [parent]), appCategoryDepth)

const counted = withCounts(ordered, async (ctx, rows) => {
  const ids = rows.map(({ id }) => id)
  const { rows: found } = await sql<{ id: string; count: number }>`select category as id,
      count(*)::integer as count
    from app, unnest(app.category_ids) category
    where app.deleted_at is null and app.category_ids && ${ids}::uuid[]
      and ${nameableApps.rows(ctx.principal)} group by category`.execute(ctx.db)
  const counts = new Map(found.map(({ id, count }) => [id, count]))
  return rows.map((row) => ({ ...row, appCount: counts.get(row.id) ?? 0 }))
})

const bin: typeof counted = {
  ...counted,
  async remove(ctx, ids) {
    const gone = await counted.remove(ctx, ids)
    await refuseUsed(ctx, gone)
    return gone
  },
}

const records = lifecycle(appCategories, bin, {
  search: ['name', 'code'],
  order: ['sort', 'name'],
  computed: ['names', 'appCount'],
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

/** An application names its categories: none of them vanishes under it. */
async function refuseUsed(ctx: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string; isSeen: boolean }>`select name,
      ${nameableApps.rows(ctx.principal)} as is_seen
    from app where deleted_at is null and category_ids && ${[...ids]}::uuid[] limit 1`.execute(
    ctx.db,
  )
  const [app] = rows
  if (!app) return
  const { name, isSeen } = app
  throw new Refusal(codes.warning, isSeen ? 'used.app' : 'refusal.inUse', { params: { name } })
}

const requireIcon = (ctx: Context, { icon }: { icon: string | null }) =>
  requireImage(ctx, { field: 'icon', name: icon, use: 'icon' })
