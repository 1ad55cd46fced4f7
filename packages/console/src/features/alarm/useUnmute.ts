import { alarms, type BatchInput } from '@muster/contract'
import { confirmChosen } from '../../kit/batch/confirmChosen.ts'
import { notifyBatch } from '../../kit/batch/lazyBatch.ts'
import { outcomeOf, useSend } from '../../kit/useAction.ts'
import { t } from '../../platform/texts.ts'

/** Has alarms heard of again. */
export function useUnmute() {
  const send = useSend(alarms)
  return async (chosen: BatchInput): Promise<boolean> => {
    if (!(await confirmChosen(chosen, { title: t('alarm.unmute') }))) return false
    const sent = await outcomeOf(send(alarms.unmute, { body: chosen }))
    if (!('reply' in sent)) return false
    const text = t('alarm.unmutedDone', { count: sent.reply.count })
    await notifyBatch(sent.reply, { kind: 'success', text })
    return true
  }
}
