import { type BatchReply, devices, deviceSets } from '@muster/contract'
import { notifyBatch } from '../../../kit/batch/lazyBatch.ts'
import { notify } from '../../../kit/notify.ts'
import { can } from '../../../kit/session.ts'
import { outcomeOf, type Send } from '../../../kit/useAction.ts'
import { wayBack } from '../../../kit/wayBack.ts'
import { t } from '../../../platform/texts.ts'
import type { Chosen } from '../life/useLifeDialog.ts'
import { opposites, type SetAct, setPermissions, setTexts } from './setActs.ts'

interface Wish {
  readonly act: SetAct
  readonly which: Chosen['which']
  /** The group or the label. */
  readonly setId: string
  /** It takes another act back, and takes nothing away that was given since. */
  readonly isBack?: boolean
}

/** Makes an act with chosen terminals. */
export function sendSet(
  send: Send,
  { act, which, setId, isBack = false }: Wish,
): Promise<BatchReply> {
  const ofGroup = { body: { ...which, groupId: setId, takesBack: isBack } }
  const ofLabel = { ...which, classificationId: setId }
  switch (act) {
    case 'JOIN':
      return send(deviceSets.join, ofGroup)
    case 'LEAVE':
      return send(deviceSets.leave, ofGroup)
    case 'LABEL':
      return send(deviceSets.label, { body: { ...ofLabel, keepsOthers: isBack } })
    case 'UNLABEL':
      return send(deviceSets.unlabel, { body: { ...ofLabel, takesBack: isBack } })
  }
}

/** Says how many it has changed and of how many it was so before, with a way back. */
export async function reportSet(
  send: Send,
  { act, setId, count }: Omit<Wish, 'which'> & { readonly count: number },
  reply: BatchReply,
): Promise<void> {
  const { refused = [], taskId } = reply
  const same = taskId ? 0 : count - reply.count - refused.length
  const already = same > 0 ? t(`sets.same.${act}`, { count: same }) : ''
  if (already && reply.count === 0 && refused.length === 0) {
    notify.info(already)
    return
  }
  if (already && reply.count === 0) notify.info(already)
  const done = t(`sets.done.${act}`, { count: reply.count })
  const text = already ? `${done}\n${already}` : done
  await notifyBatch(reply, { kind: 'success', text, ...undoOf(send, { act, setId }, reply) })
}

function undoOf(send: Send, { act, setId }: Omit<Wish, 'which'>, { rows = [] }: BatchReply) {
  const back = opposites[act]
  if (!back || rows.length === 0 || !can(setPermissions[back])) return {}
  const ids = rows.map(({ id }) => id)
  const undo = async () => {
    const sent = await outcomeOf(sendSet(send, { act: back, which: { ids }, setId, isBack: true }))
    if (!('reply' in sent)) return
    const { count } = sent.reply
    await notifyBatch(sent.reply, { kind: 'success', text: t(`sets.done.${back}`, { count }) })
  }
  return wayBack({ ids, of: devices }, undo)
}

export const titleOf = (act: SetAct, count: number): string =>
  t('sets.title', { act: t(setTexts[act]), count })
