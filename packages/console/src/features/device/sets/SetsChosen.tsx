import type { Device } from '@muster/contract'
import { ChosenButton } from '../../../kit/batch/RemoveButtons.tsx'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import type { List } from '../../../kit/list/useList.ts'
import { t } from '../../../platform/texts.ts'
import { chosenOf, countOf } from '../../../ui/table/useSelection.ts'
import { type SetAct, setActs, setIcons, setPermissions, setTexts } from './setActs.ts'
import type { SetsDialogState } from './useSetsDialog.ts'

interface SetsChosenProps {
  readonly list: List<Device>
  readonly dialog: SetsDialogState
}

const ask = ({ list, dialog }: SetsChosenProps, act: SetAct) =>
  dialog.open({
    act,
    chosen: { which: chosenOf(list), count: countOf(list), done: list.clearSelection },
  })

/** What is done most: chosen terminals come into a group, or get a label. */
export function SetsChosen(props: SetsChosenProps) {
  return (['JOIN', 'LABEL'] as const).map((act) => (
    <ChosenButton
      key={act}
      list={props.list}
      code={setPermissions[act]}
      onClick={() => ask(props, act)}
    >
      {t(setTexts[act])}
    </ChosenButton>
  ))
}

/** The ways out, behind the three points. */
export function MoreSets(props: SetsChosenProps) {
  return (['LEAVE', 'UNLABEL'] as const).map((act) => (
    <ActionItem
      key={act}
      code={setPermissions[act]}
      icon={setIcons[act]}
      onClick={() => ask(props, act)}
    >
      {t(setTexts[act])}
    </ActionItem>
  ))
}

interface SetItemsProps {
  readonly device: Pick<Device, 'id'>
  readonly dialog: SetsDialogState
}

/** The same for one terminal, from its menu. */
export function SetItems({ device, dialog }: SetItemsProps) {
  const chosen = { which: { ids: [device.id] }, count: 1, done: () => undefined }
  return setActs.map((act) => (
    <ActionItem
      key={act}
      code={setPermissions[act]}
      icon={setIcons[act]}
      onClick={() => dialog.open({ act, chosen })}
    >
      {t(setTexts[act])}
    </ActionItem>
  ))
}
