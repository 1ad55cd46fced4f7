import { nextRepairStates, type Repair, repairs, type RepairState } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { t } from '../../../platform/texts.ts'
import type { IconName } from '../../../ui/Icon.tsx'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { type Asked, actText, otherActs, permissionOf, type RepairAct } from './repairActs.ts'

interface RepairMenuProps {
  readonly row: Repair
  readonly asked: Dialog<Asked>
  readonly edit: Dialog<Repair>
}

const icons: Partial<Readonly<Record<RepairAct, IconName>>> = {
  CHECKS: 'check',
  PHOTOS: 'camera',
  ASSIGN: 'user',
  CUSTODY: 'shuffle',
  COMMENT: 'edit',
  COST: 'edit',
  LABEL: 'screen',
  SWAP: 'shuffle',
  ON_HOLD: 'moon',
  RESUME: 'sun',
  SCRAPPED: 'trash',
  CANCELLED: 'close',
}

const over: readonly RepairState[] = ['CLOSED', 'CANCELLED', 'SCRAPPED']
const afterEnd: readonly RepairAct[] = ['COMMENT', 'PHOTOS', 'COST']
const dangerous: readonly RepairAct[] = ['SCRAPPED', 'CANCELLED', 'SWAP']

/** What may be done with a ticket as it stands. */
export function RepairMenu({ row, asked, edit }: RepairMenuProps) {
  const isOver = over.includes(row.state)
  const others = otherActs.filter((act) => !isOver || afterEnd.includes(act))
  const next = nextRepairStates(row).map((state) =>
    row.state === 'ON_HOLD' ? 'RESUME' : actOf(state),
  )
  const canSwap = row.lifecycle === 'ACTIVE' || row.lifecycle === 'REPAIR'
  const isOffered = (act: RepairAct) =>
    act === 'CHECKS' ? row.state === 'TESTING' : act !== 'SWAP' || canSwap
  const acts = [...next, ...others.filter(isOffered)]
  const item = (act: RepairAct) => (
    <ActionItem
      key={act}
      code={permissionOf(act)}
      icon={icons[act] ?? 'check'}
      isDangerous={dangerous.includes(act)}
      onClick={() => asked.open({ repair: row, act })}
    >
      {t(actText(act))}
    </ActionItem>
  )
  return (
    <MoreMenu label={t('repair.actionsOf', { no: row.ticketNo })}>
      {acts.filter((act) => !dangerous.includes(act)).map(item)}
      {!isOver && (
        <ActionItem code={repairs.update.permission} icon="edit" onClick={() => edit.open(row)}>
          {t('repair.edit')}
        </ActionItem>
      )}
      {acts.filter((act) => dangerous.includes(act)).map(item)}
    </MoreMenu>
  )
}

/** No state leads back to the first one but the end of a hold. */
const actOf = (state: RepairState): RepairAct => (state === 'REPORTED' ? 'RESUME' : state)
