import { type Device, devices } from '@muster/contract'
import { navigate } from '../../../platform/address.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { t } from '../../../platform/texts.ts'
import { Menu } from '../../../ui/menu/Menu.tsx'
import type { CommandDialogs } from '../command/useCommandDialogs.ts'
import { devicePath } from '../facts/deviceTexts.ts'
import { LifeItems } from '../life/LifeItems.tsx'
import { CommandItems } from './CommandItems.tsx'
import classes from './menu.module.css'
import { RecordItems } from './RecordItems.tsx'
import { ReportItem } from './ReportItem.tsx'
import { SetItems } from '../sets/SetsChosen.tsx'
import { PlanTerminalItem } from '../../upgrade/index.ts'

export interface RowMenuProps {
  readonly device: Device
  readonly dialogs: CommandDialogs
  readonly form: Dialog<Device>
}

/** What the menu of a row offers. */
export function RowItems({ device, dialogs, form }: RowMenuProps) {
  return (
    <>
      <ActionItem
        code={devices.detail.permission}
        icon="eye"
        onClick={() => navigate(devicePath(device.id))}
      >
        {t('device.open')}
      </ActionItem>
      <Menu.Divider className={classes.divider} />
      <CommandItems device={device} dialogs={dialogs} />
      <Menu.Divider className={classes.divider} />
      <ReportItem device={device} dialog={dialogs.report} />
      <LifeItems device={device} dialog={dialogs.life} />
      <SetItems device={device} dialog={dialogs.sets} />
      <PlanTerminalItem sn={device.sn} />
      <Menu.Divider className={classes.divider} />
      <RecordItems device={device} form={form} />
    </>
  )
}
