import { type CommandGroup, commandGroups, type CommandName, commandRules } from '@muster/contract'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { groupTexts } from '../command/argTexts.ts'
import { commandIcons } from '../command/commandIcons.ts'
import { permissionOf } from '../command/commandRules.ts'
import { commandText } from '../command/commandTexts.ts'
import type { FormCommand } from '../command/formCommands.ts'

export interface CommandGroupsProps<C extends FormCommand> {
  /** Those that are offered. */
  readonly commands: readonly C[]
  /** Why one cannot be given, in words; null: it can. */
  readonly whyNot: (cmd: C) => string | null
  readonly start: (cmd: C) => void
}

const groupIcons: Readonly<Record<CommandGroup, IconName>> = {
  CONTROL: 'power',
  APPS: 'play',
  FILES: 'file',
  SETTINGS: 'clock',
  TESTS: 'pulse',
  DANGER: 'warning',
}

interface GroupProps<C extends FormCommand> extends CommandGroupsProps<C> {
  readonly group: CommandGroup
}

/** Groups of commands, each an entry that opens its own; the dangerous ones come last. */
export const CommandGroups = <C extends FormCommand>(props: CommandGroupsProps<C>) =>
  commandGroups.map((group) => <SubGroup key={group} group={group} {...props} />)

function SubGroup<C extends FormCommand>({ group, ...props }: GroupProps<C>) {
  const commands = props.commands.filter((cmd) => commandRules[cmd].group === group)
  const isOffered = useCan(commands.map(permissionOf))
  if (commands.length === 0 || !isOffered) return null
  return (
    // Below its entry: beside it the menu that scrolls would cut it off.
    <Menu.Sub position="bottom-start">
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<Icon name={groupIcons[group]} />}>
          {t(groupTexts[group])}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <Items {...props} commands={commands} />
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

/** The same groups one below the other, each under its name. */
export const NamedGroups = <C extends FormCommand>(props: CommandGroupsProps<C>) =>
  commandGroups.map((group) => <NamedGroup key={group} group={group} {...props} />)

function NamedGroup<C extends FormCommand>({ group, ...props }: GroupProps<C>) {
  const commands = props.commands.filter((cmd) => commandRules[cmd].group === group)
  const isOffered = useCan(commands.map(permissionOf))
  if (commands.length === 0 || !isOffered) return null
  return (
    <>
      <Menu.Label>{t(groupTexts[group])}</Menu.Label>
      <Items {...props} commands={commands} />
    </>
  )
}

const Items = <C extends FormCommand>({ commands, whyNot, start }: CommandGroupsProps<C>) =>
  commands.map((cmd: CommandName & C) => (
    <ActionItem
      key={cmd}
      code={permissionOf(cmd)}
      icon={commandIcons[cmd]}
      isRed={commandRules[cmd].group === 'DANGER'}
      because={whyNot(cmd)}
      onClick={() => start(cmd)}
    >
      {commandText(cmd)}
    </ActionItem>
  ))
