import { type Device, deviceLife } from '@muster/contract'
import { ChosenButton } from '../../../kit/batch/RemoveButtons.tsx'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import type { List } from '../../../kit/list/useList.ts'
import { t } from '../../../platform/texts.ts'
import { chosenOf, countOf } from '../../../ui/table/useSelection.ts'
import { type LifeAct, lifeIcons, lifePermissions, lifeTexts, manyActs } from './lifeActs.ts'
import type { LifeDialogState } from './useLifeDialog.ts'

interface LifeChosenProps {
  readonly list: List<Device>
  readonly dialog: LifeDialogState
}

const ask = ({ list, dialog }: LifeChosenProps, act: LifeAct) =>
  dialog.open({
    act,
    device: null,
    chosen: { which: chosenOf(list), count: countOf(list), done: list.clearSelection },
  })

/** What is done most to many terminals: they are moved and marked. */
export function LifeChosen(props: LifeChosenProps) {
  const { list } = props
  return (
    <>
      <ChosenButton
        list={list}
        code={deviceLife.moveMany.permission}
        onClick={() => ask(props, 'MOVE')}
      >
        {t(lifeTexts.MOVE)}
      </ChosenButton>
      <ChosenButton
        list={list}
        code={deviceLife.tagMany.permission}
        onClick={() => ask(props, 'TAG')}
      >
        {t(lifeTexts.TAG)}
      </ChosenButton>
    </>
  )
}

/** The other moves of many, behind the three points. */
export function MoreLife(props: LifeChosenProps) {
  return manyActs.map((act) => (
    <ActionItem
      key={act}
      code={lifePermissions[act]}
      icon={lifeIcons[act]}
      isDangerous={act === 'SCRAP'}
      onClick={() => ask(props, act)}
    >
      {t(lifeTexts[act])}
    </ActionItem>
  ))
}
