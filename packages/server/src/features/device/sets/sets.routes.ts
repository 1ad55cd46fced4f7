import { classificationsPath, codes, deviceSets, devicesPath } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import type { Undo } from '../../../platform/actionNote.ts'
import type { Handlers } from '../../../kit/serve.ts'
import { tellOwners } from '../../../kit/tellOwners.ts'
import { bindLabel, unbindLabel } from '../classification/bind.queries.ts'
import { requireByHand } from '../classification/labelBin.ts'
import { announceMembers, requireStatic } from '../group/groupBin.ts'
import { join, joiningIn, judgeJoining } from '../group/joining.ts'
import { removeMembers } from '../group/members.queries.ts'
import { holdLabels } from '../membership/keeping.queries.ts'
import { type Chosen, holdChosen } from './chosen.queries.ts'

/** Chosen terminals, which come into groups and get labels, or leave them. */
export const setsHandlers: Handlers<typeof deviceSets> = {
  join: async ({ body: { ids, groupId } }, ctx) => {
    const chosen = await holdChosen(ctx, ids)
    const group = await knownBy('groupId', requireStatic(ctx, groupId))
    const judged = await judgeJoining(ctx, { group, ids: chosen.map(({ id }) => id), before: 0 })
    const added = await join(ctx, group, joiningIn(judged))
    announceMembers(ctx, group, { ids: added, after: { added: added.length } })
    const faults = new Map(judged.map(({ id, fault }) => [id, fault]))
    const refused = chosen.flatMap(({ id, sn: name }) => {
      const reason = faults.get(id)
      return reason ? [{ id, name, reason }] : []
    })
    return { ...changed(ctx, { chosen, ids: added, undo: leaving(groupId) }), refused }
  },
  leave: async ({ body: { ids, groupId } }, ctx) => {
    const chosen = await holdChosen(ctx, ids)
    const group = await knownBy('groupId', requireStatic(ctx, groupId))
    const gone = await removeMembers(ctx, group.id, ids)
    announceMembers(ctx, group, { ids: gone, after: { removed: gone.length } })
    return changed(ctx, { chosen, ids: gone, undo: joiningAgain(groupId) })
  },
  label: ({ body: { ids, classificationId, keepsOthers } }, ctx) =>
    labelled(ctx, ids, { classificationId, isGiven: true, keepsOthers }),
  unlabel: ({ body: { ids, classificationId } }, ctx) =>
    labelled(ctx, ids, { classificationId, isGiven: false }),
}

interface Labelling {
  readonly classificationId: string
  readonly isGiven: boolean
  readonly keepsOthers?: boolean
}

async function labelled(
  ctx: Context,
  ids: readonly string[],
  { classificationId, isGiven, keepsOthers = false }: Labelling,
) {
  await holdLabels(ctx.db)
  const chosen = await holdChosen(ctx, ids)
  const label = await knownBy('classificationId', requireByHand(ctx, classificationId))
  const done = isGiven
    ? await bindLabel(ctx, { ...label, keepsOthers }, ids)
    : await unbindLabel(ctx, label.id, ids)
  ctx.changed(classificationsPath, [label.id])
  const isDone = new Set(done)
  tellOwners(
    ctx,
    devicesPath,
    chosen.filter(({ id }) => isDone.has(id)),
  )
  const after = isGiven ? { bound: done.length } : { unbound: done.length }
  ctx.note({ targetIds: [label.id], about: { name: label.name }, after })
  return changed(ctx, { chosen, ids: done, undo: isGiven ? taken(label) : givenAgain(label) })
}

/** The group or the label that a call names beside its terminals; its field says where there is none. */
async function knownBy<T>(field: string, found: Promise<T>): Promise<T> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Refusal && error.code === codes.notFound)
      throw fieldRefusal(field, 'rule.unknownRecord')
    throw error
  }
}

const leaving = (groupId: string) => beside(deviceSets.leave, { groupId, takesBack: true })
const joiningAgain = (groupId: string) => beside(deviceSets.join, { groupId, takesBack: true })
/** What was given since is nobody's to take away. */
const givenAgain = ({ id }: { readonly id: string }) =>
  beside(deviceSets.label, { classificationId: id, keepsOthers: true })
/** An exclusive one may have taken the place of others, which nothing gives back. */
const taken = ({ id, exclusive }: { readonly id: string; readonly exclusive: boolean }) =>
  exclusive ? null : beside(deviceSets.unlabel, { classificationId: id, takesBack: true })

const beside = (call: Undo['call'], more: Undo['more']): Undo => ({
  call,
  more,
  keepsVersion: true,
})

interface Changed {
  readonly chosen: readonly Chosen[]
  readonly ids: readonly string[]
  readonly undo: Undo | null
}

/** Notes the terminals that it was not so of before. */
function changed(ctx: Context, { chosen, ids, undo }: Changed) {
  const those = new Set(ids)
  const rows = chosen.filter(({ id }) => those.has(id))
  ctx.note({
    rows: rows.map(({ id, sn, version }) => ({ id, sn, version, ...(undo && { undo }) })),
  })
  return { count: rows.length }
}
