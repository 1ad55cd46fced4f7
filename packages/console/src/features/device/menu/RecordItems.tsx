import { type Device, devices } from '@muster/contract'
import { useAction } from '../../../kit/useAction.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { t } from '../../../platform/texts.ts'
import { whyNotActivate, whyNotRemove } from '../command/commandRules.ts'
import { ReleaseItem } from './ReleaseItem.tsx'

interface RecordItemsProps {
  readonly device: Device
  readonly form: Dialog<Device>
}

/** What a terminal's menu does to its record. */
export function RecordItems({ device, form }: RecordItemsProps) {
  const act = useAction(devices)
  const batch = useBatch(devices)
  return (
    <>
      <ActionItem
        code={devices.activate.permission}
        icon="check"
        whyNot={whyNotActivate(device)}
        onClick={() => void act(devices.activate, { params: { id: device.id } })}
      >
        {t('device.activate')}
      </ActionItem>
      <ActionItem
        code={devices.setStatus.permission}
        icon={device.status === 1 ? 'close' : 'check'}
        onClick={() => void batch(device.status === 1 ? 'disable' : 'enable', { id: device.id })}
      >
        {t(device.status === 1 ? 'device.disable' : 'device.enable')}
      </ActionItem>
      <ReleaseItem device={device} />
      <ActionItem code={devices.update.permission} icon="edit" onClick={() => form.open(device)}>
        {t('kit.edit')}
      </ActionItem>
      <ActionItem
        code={devices.remove.permission}
        icon="trash"
        isDangerous
        whyNot={whyNotRemove(device)}
        onClick={() => void batch('remove', { id: device.id })}
      >
        {t('kit.remove')}
      </ActionItem>
    </>
  )
}
