import { type Device, devices } from '@muster/contract'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import type { List } from '../../../kit/list/useList.ts'
import { t } from '../../../platform/texts.ts'
import { chosenOf, countOf } from '../../../ui/table/useSelection.ts'
import { notifyBatch } from '../../../kit/batch/lazyBatch.ts'

/** Lets the chosen terminals, which may be all that match, enrol again. */
export function ReleaseSelected({ list }: { readonly list: List<Device> }) {
  const send = useSend(devices)
  const release = async () => {
    const count = countOf(list)
    const [title, text] = [t('device.release'), t('device.releaseManySure', { count })]
    if (!(await confirm({ title, text, agree: title, kind: 'dangerous', count }))) return
    const sent = await outcomeOf(send(devices.releaseMany, { body: chosenOf(list) }))
    if (!('reply' in sent)) return
    const done = t('device.releasedMany', { count: sent.reply.count })
    await notifyBatch(sent.reply, { kind: 'success', text: done })
    list.clearSelection()
  }
  return (
    <ActionItem code={devices.releaseMany.permission} icon="restore" onClick={() => void release()}>
      {t('device.release')}
    </ActionItem>
  )
}
