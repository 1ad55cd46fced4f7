import type { Device } from '@muster/contract'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import type { List } from '../../../kit/list/useList.ts'
import { t } from '../../../platform/texts.ts'
import { chosenOf, countOf } from '../../../ui/table/useSelection.ts'
import { setActs, setIcons, setPermissions, setTexts } from './setActs.ts'
import type { SetsDialogState } from './useSetsDialog.ts'

interface SetsChosenProps {
  readonly list: List<Device>
  readonly dialog: SetsDialogState
}

/** Behind the three points: chosen terminals come into a group or get a label, or out of it. */
export function MoreSets({ list, dialog }: SetsChosenProps) {
  const chosen = { which: chosenOf(list), count: countOf(list), done: list.clearSelection }
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
