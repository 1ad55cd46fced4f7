import type { Device } from '@muster/contract'
import { confirm } from '../../../../kit/dialog/confirm.ts'
import { ActionItem } from '../../../../kit/list/ActionItem.tsx'
import { useCan } from '../../../../kit/session.ts'
import { t } from '../../../../platform/texts.ts'
import { MoreMenu } from '../../../../ui/menu/MoreMenu.tsx'
import { commandIcons } from '../../command/commandIcons.ts'
import { permissionOf } from '../../command/commandRules.ts'
import { commandText } from '../../command/commandTexts.ts'
import { type CommandInput, useCommand } from '../../command/useCommand.ts'
import { useWhyNot } from '../../command/useWhyNot.ts'

interface AppCommandsProps {
  readonly device: Device
  /** What people call it. */
  readonly name: string
  /** Its package. */
  readonly named: string
}

const commands = ['START_APP', 'SET_LAUNCHER', 'CLEAR_APP_DATA'] as const
type Command = (typeof commands)[number]

const sure = {
  SET_LAUNCHER: 'app.onTerminal.launcherSure',
  CLEAR_APP_DATA: 'app.onTerminal.clearSure',
} as const

/** What the terminal may be told to do with an application that it has. */
export function AppCommands({ device, name, named }: AppCommandsProps) {
  const command = useCommand()
  const whyNot = useWhyNot()
  const mayAny = useCan(commands.map(permissionOf))
  if (!mayAny) return null
  const give = async (cmd: Command) => {
    const title = commandText(cmd)
    const kind = cmd === 'CLEAR_APP_DATA' ? 'dangerous' : 'ordinary'
    // To be opened harms nobody.
    const isSure =
      cmd === 'START_APP' ||
      (await confirm({ title, text: t(sure[cmd], { name }), agree: title, kind }))
    if (isSure) await command(device, bodyOf(cmd, named))
  }
  return (
    <MoreMenu label={t('app.onTerminal.actsOf', { name })}>
      {commands.map((cmd) => (
        <ActionItem
          key={cmd}
          code={permissionOf(cmd)}
          icon={commandIcons[cmd]}
          isDangerous={cmd === 'CLEAR_APP_DATA'}
          because={whyNot(device, cmd)}
          onClick={() => void give(cmd)}
        >
          {commandText(cmd)}
        </ActionItem>
      ))}
    </MoreMenu>
  )
}

const bodyOf = (cmd: Command, named: string): CommandInput =>
  cmd === 'CLEAR_APP_DATA'
    ? { cmd, args: { packages: [named] } }
    : { cmd, args: { package: named } }
