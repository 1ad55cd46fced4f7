import { codes, deviceLife, devicesPath, mostTags } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import type { Undo } from '../../../platform/actionNote.ts'
import { holdDevices, setTags, type Tagged } from './life.queries.ts'
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
  ctx.note({ targetIds: [...ids], rows: rowsOf(written, undoOf), after: { add, remove } })
  const full = written.find(({ tags }) => tags.length > mostTags)
  if (full)
    throw new Refusal(codes.warning, 'life.tooManyTags', {
      params: { name: full.sn, limit: mostTags },
    })
  for (const { id, orgId } of written) ctx.changed(devicesPath, [id], [orgId])
  return { count: written.length }
}

/** It loses the words that it had not, and gets those again that it had. */
function undoOf({ tags, before }: Tagged): Undo | undefined {
  const add = before.filter((word) => !tags.includes(word))
  const remove = tags.filter((word) => !before.includes(word))
  return add.length + remove.length > 0
    ? { call: deviceLife.tagMany, more: { add, remove } }
    : undefined
}
