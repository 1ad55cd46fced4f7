import type { Context } from './context.ts'
import type { Bin } from './recycleBin.ts'
import type { Stored } from './record.ts'

/**
 * A bin whose records show what their view does not hold: counts of what the caller sees, or what is
 * worked out for the moment. Lists, details and answers carry it.
 */
export function withCounts<R extends Stored, N, C extends R>(
  bin: Bin<R, N>,
  count: (ctx: Context, rows: readonly R[]) => Promise<C[]>,
): Bin<C, N> {
  const one = async (ctx: Context, row: R): Promise<C> => {
    const [counted] = await count(ctx, [row])
    if (!counted) throw new Error('a record was lost while it was counted')
    return counted
  }
  return {
    ...bin,
    find: async (ctx, id) => one(ctx, await bin.find(ctx, id)),
    add: async (ctx, values) => one(ctx, await bin.add(ctx, values)),
    update: async (ctx, values) => one(ctx, await bin.update(ctx, values)),
    show: async (ctx, rows) => count(ctx, await bin.show(ctx, rows)),
  }
}
