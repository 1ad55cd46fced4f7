import { type AskedCommand, askedCommands, type Device } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { commandIcons } from '../command/commandIcons.ts'
import { permissionOf } from '../command/commandRules.ts'
import { commandText } from '../command/commandTexts.ts'
import { useWhyNot } from '../command/useWhyNot.ts'
import type { CommandDialogs } from '../command/useCommandDialogs.ts'
import { useCommandStarts } from '../menu/CommandItems.tsx'
import { LifeItems } from '../life/LifeItems.tsx'
import { DeviceMenu } from '../menu/DeviceMenu.tsx'
import { RecordItems } from '../menu/RecordItems.tsx'
import classes from './detail.module.css'
import { useAskedStart } from './useAskedStart.ts'

interface ActionBarProps {
  readonly device: Device
  readonly dialogs: CommandDialogs
  readonly form: Dialog<Device>
}

/** What can be asked of the terminal, and what can be done to its record. */
export function ActionBar({ device, dialogs, form }: ActionBarProps) {
  const starts = useCommandStarts(device, dialogs)
  useAskedStart(device, starts)
  return (
    <div className={classes.bar} role="group" aria-label={t('device.actionsOf', { sn: device.sn })}>
      {askedCommands.map((cmd) => (
        <CommandButton key={cmd} cmd={cmd} device={device} onClick={starts[cmd]} />
      ))}
      <DeviceMenu sn={device.sn}>
        <LifeItems device={device} dialog={dialogs.life} />
        <Menu.Divider />
        <RecordItems device={device} form={form} />
      </DeviceMenu>
    </div>
  )
}

interface CommandButtonProps {
  readonly cmd: AskedCommand
  readonly device: Device
  readonly onClick: () => void
}

function CommandButton({ cmd, device, onClick }: CommandButtonProps) {
  const whyNot = useWhyNot()(device, cmd)
  if (!useCan(permissionOf(cmd))) return null
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon name={commandIcons[cmd]} size={16} />}
      disabled={whyNot !== null}
      title={whyNot ?? undefined}
      onClick={onClick}
    >
      {commandText(cmd)}
    </Button>
  )
}
