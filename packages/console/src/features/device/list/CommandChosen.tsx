import type { CommandName } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { countOf } from '../../../ui/table/useSelection.ts'
import { permissionOf } from '../command/commandRules.ts'
import { commandText } from '../command/commandTexts.ts'
import { useWhyNot } from '../command/useWhyNot.ts'
import { type ChosenDevices, useCommandMany } from '../command/useCommandMany.ts'
import { lifePermissions, manyActs } from '../life/lifeActs.ts'
import { MoreLife } from '../life/LifeChosen.tsx'
import type { LifeDialogState } from '../life/useLifeDialog.ts'
import { commandIcons } from '../menu/CommandItems.tsx'
import classes from '../../../kit/list/actionLine.module.css'

interface CommandChosenProps {
  readonly list: ChosenDevices
  readonly message: Dialog<number>
}

/** The commands at hand for the chosen terminals. */
export function CommandChosen({ list, message }: CommandChosenProps) {
  const command = useCommandMany(list)
  return (
    <>
      <CommandButton cmd="REBOOT" list={list} onClick={() => void command({ cmd: 'REBOOT' })} />
      <CommandButton cmd="MESSAGE" list={list} onClick={() => message.open(countOf(list))} />
    </>
  )
}

interface MoreCommandsProps {
  readonly list: List<Device>
  readonly life: LifeDialogState
}

/** Behind the three points: the commands that only ask, and the moves of many. */
export function MoreCommands({ list, life }: MoreCommandsProps) {
  const command = useCommandMany(list)
  const whyNone = useWhyNone(list)
  const codes = [permissionOf('SYNC'), ...manyActs.map((act) => lifePermissions[act])]
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
      <MoreLife list={list} dialog={life} />
    </MoreMenu>
  )
}

interface CommandButtonProps {
  readonly cmd: CommandName
  readonly list: List<Device>
  readonly onClick: () => void
}

/** Why none of the chosen terminals can take a command; null: one can, or they are not all at hand. */
function useWhyNone(list: List<Device>): (cmd: CommandName) => string | null {
  const whyNot = useWhyNot()
  return (cmd) => {
    const known = list.rows.filter(({ id }) => list.selected.has(id))
    if (list.isAll || known.length < list.selected.size) return null
    const reasons = known.map((device) => whyNot(device, cmd))
    return reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null
  }
}

function CommandButton({ cmd, list, onClick }: CommandButtonProps) {
  const whyNone = useWhyNone(list)(cmd)
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
