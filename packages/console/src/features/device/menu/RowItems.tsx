import { devices } from '@muster/contract'
import { navigate } from '../../../kit/address.ts'
import { t } from '../../../kit/texts.ts'
import { Menu } from '../../../ui/controls.ts'
import { devicePath } from '../facts/deviceTexts.ts'
import { ActionItem } from './ActionItem.tsx'
import { CommandItems } from './CommandItems.tsx'
import { RecordItems } from './RecordItems.tsx'
import type { RowMenuProps } from './rowMenuProps.ts'

/** Everything that can be done to a terminal from the list. */
export function RowItems({ device, dialogs, form }: RowMenuProps) {
  return (
    <>
      <ActionItem
        code={devices.detail.permission}
        icon="eye"
        whyNot={null}
        onClick={() => navigate(devicePath(device.id))}
      >
        {t('device.open')}
      </ActionItem>
      <Menu.Divider />
      <CommandItems device={device} dialogs={dialogs} />
      <Menu.Divider />
      <RecordItems device={device} form={form} />
    </>
  )
}
