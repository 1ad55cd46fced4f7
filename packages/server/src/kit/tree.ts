import { mostTreeNodes } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from './context.ts'
import type { Bin } from './recycleBin.ts'
import type { Stored } from './record.ts'
import { fieldRefusal } from './refusal.ts'
import { translate } from '../platform/texts.ts'

interface Place {
  /** Levels from the root down to the parent. */
  readonly above: number
  /** Levels of the record and what lies below it. */
  readonly height: number
  readonly isInside: boolean
}

/** A bin of records that form a tree by `parentId`: no circles, at most `depth` levels. */
export function tree<R extends Stored, N extends { readonly parentId?: string | null | undefined }>(
  bin: Bin<R, N>,
  depth: number,
): Bin<R, N> {
  async function requirePlace(ctx: Context, parentId: unknown, id: unknown): Promise<void> {
    if (parentId === null || parentId === undefined) return
    // Two moves at once could close a circle that neither of them sees.
    await sql`select pg_advisory_xact_lock(hashtext(${bin.table}))`.execute(ctx.db)
    const table = sql.table(bin.table)
    const { rows } = await sql<Place>`with recursive
      up as (select id, parent_id from ${table} where id = ${parentId}
        union select t.id, t.parent_id from ${table} t join up on t.id = up.parent_id),
      down as (select id, 1 as level from ${table} where id = ${id}
        union all select t.id, down.level + 1 from ${table} t join down on t.parent_id = down.id)
      select (select count(*) from up) as above, coalesce((select max(level) from down), 1) as height,
        exists (select from up where id = ${id}) as is_inside`.execute(ctx.db)
    const { above = 0, height = 1, isInside = false } = rows[0] ?? {}
    if (isInside) throw fieldRefusal('parentId', 'rule.circle')
    if (above + height > depth)
      throw fieldRefusal('parentId', translate(ctx.language, 'rule.tooDeep', { limit: depth }))
  }
  return {
    ...bin,
    async add(ctx, values) {
      await requirePlace(ctx, values.parentId, null)
      return bin.add(ctx, values)
    },
    async update(ctx, values) {
      await requirePlace(ctx, values.parentId, values.id)
      return bin.update(ctx, values)
    },
  }
}

interface TreeRow {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly code: string
}

interface TreeNode extends Omit<TreeRow, 'parentId'> {
  readonly children: TreeNode[]
}

interface Cut {
  /** Which of too many are shown. */
  readonly first?: RawBuilder<unknown>
  readonly most?: number
}

/**
 * The caller's living records as a tree, no more than {@link mostTreeNodes} and one that says so; one whose
 * parent is out of the caller's sight is a root.
 */
export async function treeOf(
  ctx: Pick<Context, 'db' | 'principal'>,
  { table, scope }: Pick<Bin, 'table' | 'scope'>,
  { first = sql`name`, most = mostTreeNodes + 1 }: Cut = {},
): Promise<TreeNode[]> {
  const { rows } =
    await sql<TreeRow>`with shown as (select id, parent_id, name, code from ${sql.table(table)}
      where deleted_at is null and ${scope.rows(ctx.principal)} order by ${first}, id limit ${most})
    select * from shown order by name, id`.execute(ctx.db)
  const nodes = new Map<string | null, TreeNode>()
  for (const { id, name, code } of rows) nodes.set(id, { id, name, code, children: [] })
  const roots: TreeNode[] = []
  for (const { id, parentId } of rows) {
    const node = nodes.get(id)
    if (node) (nodes.get(parentId)?.children ?? roots).push(node)
  }
  return roots
}
