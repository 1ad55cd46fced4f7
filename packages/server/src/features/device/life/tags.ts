import { codes, devicesPath, mostTags } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { holdDevices, setTags } from './life.queries.ts'
import { rowsOf } from './makeMove.ts'

interface Words {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/** Adds words to terminals and takes others from them. */
export async function tag(ctx: Context, ids: readonly string[], { add, remove }: Words) {
  if (add.length + remove.length === 0) throw fieldRefusal('add', 'rule.required')
  await holdDevices(ctx, ids)
  const written = await setTags(ctx, ids, { add, remove })
  ctx.note({ targetIds: [...ids], rows: rowsOf(written), after: { add, remove } })
  const full = written.find(({ tagCount }) => tagCount > mostTags)
  if (full)
    throw new Refusal(codes.warning, 'life.tooManyTags', {
      params: { name: full.sn, limit: mostTags },
    })
  for (const { id, orgId } of written) ctx.changed(devicesPath, [id], [orgId])
  return { count: written.length }
}
