import { type AskedCommand, askedCommands, type Device } from '@muster/contract'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { commandIcons } from '../command/commandIcons.ts'
import { permissionOf } from '../command/commandRules.ts'
import { commandText } from '../command/commandTexts.ts'
import { useCommand } from '../command/useCommand.ts'
import { useWhyNot } from '../command/useWhyNot.ts'
import type { CommandDialogs } from '../command/useCommandDialogs.ts'

export { commandIcons }

/** What each command's button does: the harmless ones at once, the others ask first. */
export function useCommandStarts(
  device: Device,
  dialogs: CommandDialogs,
): Readonly<Record<AskedCommand, () => void>> {
  const command = useCommand()
  return {
    REBOOT: () => dialogs.reboot.open(device),
    SYNC: () => void command(device, { cmd: 'SYNC' }),
    LOCATE: () => void command(device, { cmd: 'LOCATE' }),
    MESSAGE: () => dialogs.message.open(device),
  }
}

interface CommandItemsProps {
  readonly device: Device
  readonly dialogs: CommandDialogs
}

/** The commands in a terminal's menu. */
export function CommandItems({ device, dialogs }: CommandItemsProps) {
  const starts = useCommandStarts(device, dialogs)
  const whyNot = useWhyNot()
  return askedCommands.map((cmd) => (
    <ActionItem
      key={cmd}
      code={permissionOf(cmd)}
      icon={commandIcons[cmd]}
      because={whyNot(device, cmd)}
      onClick={starts[cmd]}
    >
      {commandText(cmd)}
    </ActionItem>
  ))
}
