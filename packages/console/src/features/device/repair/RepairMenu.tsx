import { nextRepairStates, type Repair, repairs, type RepairState } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { navigate } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'
import type { IconName } from '../../../ui/Icon.tsx'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { askCommand } from '../command/askedCommand.ts'
import { commandIcons } from '../command/commandIcons.ts'
import { permissionOf as permissionOfCommand } from '../command/commandRules.ts'
import { commandText } from '../command/commandTexts.ts'
import { devicePath } from '../facts/deviceTexts.ts'
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
const untriaged: readonly RepairState[] = ['REPORTED', 'TRIAGED']
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
      {untriaged.includes(row.state) && <SelfTestItem {...row} />}
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

/** Asks the terminal itself first; its page begins the test, or says why it cannot. */
function SelfTestItem({ deviceId }: Pick<Repair, 'deviceId'>) {
  return (
    <ActionItem
      code={permissionOfCommand('SELF_TEST')}
      icon={commandIcons.SELF_TEST}
      onClick={() => {
        askCommand({ deviceId, cmd: 'SELF_TEST' })
        navigate(devicePath(deviceId))
      }}
    >
      {commandText('SELF_TEST')}
    </ActionItem>
  )
}

/** No state leads back to the first one but the end of a hold. */
const actOf = (state: RepairState): RepairAct => (state === 'REPORTED' ? 'RESUME' : state)
