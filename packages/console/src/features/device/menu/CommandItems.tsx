import { type AskedCommand, commandNames, type CommandName, type Device } from '@muster/contract'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { commandIcons } from '../command/commandIcons.ts'
import { permissionOf } from '../command/commandRules.ts'
import { commandText } from '../command/commandTexts.ts'
import { type FormCommand, isFormCommand } from '../command/formCommands.ts'
import { useCommand } from '../command/useCommand.ts'
import { useWhyNot } from '../command/useWhyNot.ts'
import type { CommandDialogs } from '../command/useCommandDialogs.ts'
import { CommandGroups } from './CommandGroups.tsx'

export { commandIcons }

/** Commands that most people need. */
export const mainCommands = commandNames.filter((cmd) => !isFormCommand(cmd))
/** All others. */
export const formCommands = commandNames.filter(isFormCommand)

/** What each command's button does: the harmless ones at once, the others ask first. */
export function useCommandStarts(
  device: Device,
  dialogs: CommandDialogs,
): (cmd: AskedCommand) => void {
  const command = useCommand()
  return (cmd) => {
    if (isFormCommand(cmd)) return dialogs.args.open({ cmd, device })
    if (cmd === 'REBOOT') return dialogs.reboot.open(device)
    if (cmd === 'MESSAGE') return dialogs.message.open(device)
    return void command(device, { cmd: cmd === 'SYNC' ? 'SYNC' : 'LOCATE' })
  }
}

interface CommandItemsProps {
  readonly device: Device
  readonly dialogs: CommandDialogs
}

/** The commands in a terminal's menu. */
export function CommandItems({ device, dialogs }: CommandItemsProps) {
  const start = useCommandStarts(device, dialogs)
  const whyNot = useWhyNot()
  const because = (cmd: CommandName) => whyNot(device, cmd)
  return (
    <>
      {mainCommands.map((cmd) => (
        <ActionItem
          key={cmd}
          code={permissionOf(cmd)}
          icon={commandIcons[cmd]}
          because={because(cmd)}
          onClick={() => start(cmd)}
        >
          {commandText(cmd)}
        </ActionItem>
      ))}
      <CommandGroups<FormCommand> commands={formCommands} whyNot={because} start={start} />
    </>
  )
}
