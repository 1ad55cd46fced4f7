import { codes } from '@muster/contract'
import { announce, lock } from '../../../kit/binRows.ts'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { askForMany } from '../delivery/bring.ts'
import { paramBell } from '../resolve/bell.ts'
import { activate } from './activate.ts'
import { plain } from './assignmentBin.ts'
import { areManyTogether, countOf, numberOf, takeTurn } from './many.ts'

/** Brings what assignments say to those of their terminals that have it not yet. */
export async function pushMany(ctx: Context, ids: readonly string[]) {
  const rows = await lock(plain, ctx, ids)
  const idle = await ctx.db
    .selectFrom('paramAssignment')
    .select('id')
    .where('id', 'in', [...ids])
    .where('revision', 'is', null)
    .executeTakeFirst()
  if (idle) throw new Refusal(codes.wrongState, 'param.notInForce')
  await askForMany(ctx.db, ids)
  ctx.ring(paramBell)
  return { count: (await announce(plain, ctx, rows)).length }
}

/** Puts drafts in force one by one, for as many terminals as each has by now; a second person is asked for by what they are for together. */
export async function activateMany(
  ctx: Context,
  ids: readonly string[],
  said: { readonly note: string | null; readonly ticket: string | null },
) {
  await takeTurn(ctx)
  await lock(plain, ctx, ids)
  const all = ctx.among ?? ids
  const among = (await areManyTogether(ctx, all)) ? numberOf(ctx, all) : null
  for (const id of ids) {
    const row = await plain.find(ctx, id)
    const { version } = row
    await activate(ctx, { id, version, count: await countOf(ctx, row), among, ...said })
  }
  return { count: ids.length }
}
