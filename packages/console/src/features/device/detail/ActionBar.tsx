import type { AskedCommand, Device } from '@muster/contract'
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
import { NamedGroups } from '../menu/CommandGroups.tsx'
import { formCommands, mainCommands, useCommandStarts } from '../menu/CommandItems.tsx'
import { LifeItems } from '../life/LifeItems.tsx'
import { SetItems } from '../sets/SetsChosen.tsx'
import { DeviceMenu } from '../menu/DeviceMenu.tsx'
import { RecordItems } from '../menu/RecordItems.tsx'
import { ReportItem } from '../menu/ReportItem.tsx'
import classes from './detail.module.css'
import { useAskedStart } from './useAskedStart.ts'

interface ActionBarProps {
  readonly device: Device
  readonly dialogs: CommandDialogs
  readonly form: Dialog<Device>
}

/** What can be asked of the terminal, and what can be done to its record. */
export function ActionBar({ device, dialogs, form }: ActionBarProps) {
  const start = useCommandStarts(device, dialogs)
  useAskedStart(device, start)
  return (
    <div className={classes.bar} role="group" aria-label={t('device.actionsOf', { sn: device.sn })}>
      {mainCommands.map((cmd) => (
        <CommandButton key={cmd} cmd={cmd} device={device} onClick={() => start(cmd)} />
      ))}
      <FurtherCommands device={device} start={start} />
      <DeviceMenu sn={device.sn}>
        <ReportItem device={device} dialog={dialogs.report} />
        <LifeItems device={device} dialog={dialogs.life} />
        <SetItems device={device} dialog={dialogs.sets} />
        <Menu.Divider />
        <RecordItems device={device} form={form} />
      </DeviceMenu>
    </div>
  )
}

interface FurtherCommandsProps extends Pick<ActionBarProps, 'device'> {
  readonly start: (cmd: AskedCommand) => void
}

/** The button behind which lie all commands that have none of their own. */
function FurtherCommands({ device, start }: FurtherCommandsProps) {
  const whyNot = useWhyNot()
  if (!useCan(formCommands.map(permissionOf))) return null
  return (
    <Menu position="bottom-start" shadow="md" middlewares={withinWindow}>
      <Menu.Target>
        <Button variant="default" size="xs" rightSection={<Icon name="down" size={16} />}>
          {t('device.moreCommandsOf')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <NamedGroups commands={formCommands} whyNot={(cmd) => whyNot(device, cmd)} start={start} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** A long menu scrolls, as nothing else could bring its end into the window. */
const withinWindow = { flip: true, shift: true, size: { padding: 8 } }

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
