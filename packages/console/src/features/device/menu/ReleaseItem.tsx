import { type Device, devices } from '@muster/contract'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { notify } from '../../../kit/notify.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { t } from '../../../platform/texts.ts'
import { whyNotRelease } from '../command/commandRules.ts'

/** Lets a terminal that was reset enrol again. */
export function ReleaseItem({ device }: { readonly device: Device }) {
  const send = useSend(devices)
  const title = t('device.release')
  const release = async () => {
    const text = t('device.releaseSure', { sn: device.sn })
    if (!(await confirm({ title, text, agree: title, kind: 'dangerous' }))) return
    const sent = await outcomeOf(send(devices.release, { params: { id: device.id } }))
    if ('reply' in sent) notify.success(t('device.releasedMany', { count: 1 }))
  }
  return (
    <ActionItem
      code={devices.release.permission}
      icon="restore"
      whyNot={whyNotRelease(device)}
      onClick={() => void release()}
    >
      {title}
    </ActionItem>
  )
}
