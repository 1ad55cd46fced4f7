import type { CountedAnew } from './binRows.ts'
import type { Context } from './context.ts'
import type { Bin } from './recycleBin.ts'
import type { Stored } from './record.ts'

/**
 * A bin whose records show what their view does not hold: counts of what the caller sees, or what is
 * worked out for the moment. Lists, details and answers carry it.
 * @param counted which of it is kept as well, for those who see all: nobody else sorts a list by it
 */
export function withCounts<R extends Stored, N, C extends R>(
  bin: Bin<R, N>,
  count: (ctx: Context, rows: readonly R[]) => Promise<C[]>,
  counted: CountedAnew | undefined = bin.counted,
): Bin<C, N> {
  const one = async (ctx: Context, row: R): Promise<C> => {
    const [shown] = await count(ctx, [row])
    if (!shown) throw new Error('a record was lost while it was counted')
    return shown
  }
  return {
    ...bin,
    counted,
    find: async (ctx, id) => one(ctx, await bin.find(ctx, id)),
    add: async (ctx, values) => one(ctx, await bin.add(ctx, values)),
    update: async (ctx, values) => one(ctx, await bin.update(ctx, values)),
    show: async (ctx, rows) => count(ctx, await bin.show(ctx, rows)),
  }
}
