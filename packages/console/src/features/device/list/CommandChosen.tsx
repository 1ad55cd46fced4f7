import { type CommandName, devices } from '@muster/contract'
import type { ComponentProps } from 'react'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { countOf } from '../../../ui/table/useSelection.ts'
import { permissionOf } from '../command/commandRules.ts'
import { manyCommandNames } from '../command/formCommands.ts'
import { commandText } from '../command/commandTexts.ts'
import { type Addressee, useWhyNot } from '../command/useWhyNot.ts'
import { type ChosenDevices, useCommandMany } from '../command/useCommandMany.ts'
import type { ManyDialogs } from '../command/useManyDialogs.ts'
import { lifePermissions, manyActs } from '../life/lifeActs.ts'
import { MoreLife } from '../life/LifeChosen.tsx'
import { CommandGroups } from '../menu/CommandGroups.tsx'
import { commandIcons } from '../menu/CommandItems.tsx'
import { setPermissions } from '../sets/setActs.ts'
import { MoreSets } from '../sets/SetsChosen.tsx'
import { ReleaseSelected } from './ReleaseSelected.tsx'
import classes from '../../../kit/list/actionLine.module.css'

interface ChosenProps {
  readonly list: ChosenDevices
  /** What is known of those on the page: it may keep them from a command. */
  readonly rows?: readonly (Addressee & { readonly id: string })[]
}

interface CommandChosenProps extends ChosenProps {
  readonly dialogs: ManyDialogs
}

/** The commands at hand for the chosen terminals. */
export function CommandChosen({ dialogs: { message }, ...chosen }: CommandChosenProps) {
  const { list } = chosen
  const command = useCommandMany(list)
  return (
    <>
      <CommandButton cmd="REBOOT" {...chosen} onClick={() => void command({ cmd: 'REBOOT' })} />
      <CommandButton cmd="MESSAGE" {...chosen} onClick={() => message.open(countOf(list))} />
    </>
  )
}

interface MoreCommandsProps extends ChosenProps {
  readonly dialogs: ManyDialogs
  /** The moves of many and their release, where the list offers them. */
  readonly life?: ComponentProps<typeof MoreLife>
  readonly sets?: ComponentProps<typeof MoreSets>
}

/** Behind the three points: all other commands, and the moves of many. */
export function MoreCommands({ life, sets, dialogs, ...chosen }: MoreCommandsProps) {
  const command = useCommandMany(chosen.list)
  const whyNone = useWhyNone(chosen)
  const moves = life
    ? [
        ...manyActs.map((act) => lifePermissions[act]),
        ...Object.values(setPermissions),
        devices.releaseMany.permission,
      ]
    : []
  const codes = [...['SYNC' as const, ...manyCommandNames].map(permissionOf), ...moves]
  if (!useCan(codes)) return null
  return (
    <MoreMenu label={t('device.moreCommands')}>
      {(['SYNC', 'LOCATE'] as const).map((cmd) => (
        <ActionItem
          key={cmd}
          code={permissionOf(cmd)}
          icon={commandIcons[cmd]}
          because={whyNone(cmd)}
          onClick={() => void command({ cmd })}
        >
          {commandText(cmd)}
        </ActionItem>
      ))}
      <CommandGroups
        commands={manyCommandNames}
        whyNot={whyNone}
        start={(cmd) => dialogs.args.open({ cmd, count: countOf(chosen.list) })}
      />
      {life && <ReleaseSelected list={life.list} />}
      {life && <MoreLife {...life} />}
      {sets && <MoreSets {...sets} />}
    </MoreMenu>
  )
}

interface CommandButtonProps extends ChosenProps {
  readonly cmd: CommandName
  readonly onClick: () => void
}

/** Why none of the chosen terminals can take a command; null: one can, or they are not all at hand. */
function useWhyNone({ list, rows = [] }: ChosenProps): (cmd: CommandName) => string | null {
  const whyNot = useWhyNot()
  return (cmd) => {
    const known = rows.filter(({ id }) => list.selected.has(id))
    if (list.isAll || known.length === 0 || known.length < list.selected.size) return null
    const reasons = known.map((device) => whyNot(device, cmd))
    return reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null
  }
}

function CommandButton({ cmd, onClick, ...chosen }: CommandButtonProps) {
  const whyNone = useWhyNone(chosen)(cmd)
  if (!useCan(permissionOf(cmd))) return null
  return (
    <button
      type="button"
      className={classes.act}
      disabled={whyNone !== null}
      title={whyNone ?? undefined}
      onClick={onClick}
    >
      <Icon name={commandIcons[cmd]} size={16} />
      {commandText(cmd)}
    </button>
  )
}
