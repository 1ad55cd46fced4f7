import type { Call, Push, PushMove } from '@muster/contract'
import { type Dialog, useDialog } from '../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../kit/list/ActionItem.tsx'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import type { IconName } from '../../ui/Icon.tsx'
import { MoreMenu } from '../../ui/menu/MoreMenu.tsx'
import type { PushCalls } from './pushCalls.ts'
import { moveTexts } from './pushTexts.ts'
import { type Ending, mayMove, mayRollBack, permissionOf, usePushActs } from './usePushActs.ts'
import { useSecondsLeft } from './useSecondsLeft.ts'

const RateDialog = lazyDialog(() => import('./RateDialog.tsx').then((file) => file.RateDialog))

interface PushMenuProps {
  readonly of: PushCalls
  readonly push: Push
  readonly stopping: Dialog<Ending>
  readonly copy: Copying | undefined
}

/** What gives the same anew, or changes it before it begins: its permission, and the form filled with it. */
export interface Copying {
  readonly permission: string
  readonly open: (push: Push) => void
  readonly edit: (push: Push) => void
}

const icons: Readonly<Record<PushMove, IconName>> = {
  approve: 'check',
  reject: 'close',
  takeBack: 'restore',
  pause: 'moon',
  resume: 'sun',
  stop: 'close',
  retry: 'refresh',
  setRate: 'gauge',
}

const order = ['approve', 'takeBack', 'pause', 'resume', 'retry'] as const

/** What may be done with a push as it stands. */
export function PushMenu({ of, push, stopping, copy }: PushMenuProps) {
  const acts = usePushActs(of)
  const rating = useDialog<Push>()
  const left = useSecondsLeft(push.graceUntil)
  const textOf = (move: PushMove): string =>
    move === 'takeBack' && push.state === 'RUNNING' && left > 0
      ? t('push.takeBackWithin', { number: formatNumber(left) })
      : t(moveTexts[move])
  return (
    <>
      <MoreMenu label={t('push.actionsOf', { no: push.taskNo })}>
        {order
          .filter((move) => mayMove(push, move))
          .map((move) => (
            <MoveItem
              key={move}
              call={of[move]}
              icon={icons[move]}
              onClick={() => void acts[move](push)}
            >
              {textOf(move)}
            </MoveItem>
          ))}
        {copy && push.isEditable && (
          <ActionItem code={copy.permission} icon="edit" onClick={() => copy.edit(push)}>
            {t('push.edit')}
          </ActionItem>
        )}
        {copy && (
          <ActionItem code={copy.permission} icon="plus" onClick={() => copy.open(push)}>
            {t('push.copy')}
          </ActionItem>
        )}
        {of.rollBack && mayRollBack(push) && <RollBack of={of} call={of.rollBack} push={push} />}
        {mayMove(push, 'setRate') && (
          <ActionItem
            code={permissionOf(of, 'setRate')}
            icon={icons.setRate}
            onClick={() => rating.open(push)}
          >
            {t(moveTexts.setRate)}
          </ActionItem>
        )}
        {(['reject', 'stop'] as const)
          .filter((move) => mayMove(push, move))
          .map((move) => (
            <MoveItem
              key={move}
              call={of[move]}
              icon={icons[move]}
              isDangerous
              onClick={() => stopping.open({ push, move })}
            >
              {t(moveTexts[move])}
            </MoveItem>
          ))}
      </MoreMenu>
      <RateDialog of={of} dialog={rating} />
    </>
  )
}

interface MoveItemProps extends Omit<Parameters<typeof ActionItem>[0], 'code'> {
  /** Absent where such pushes have no such move. */
  readonly call: Pick<Call, 'permission'> | undefined
}

const MoveItem = ({ call, ...item }: MoveItemProps) =>
  call ? <ActionItem code={call.permission} {...item} /> : null

interface RollBackProps extends Pick<PushMenuProps, 'of' | 'push'> {
  readonly call: NonNullable<PushCalls['rollBack']>
}

function RollBack({ of, call, push }: RollBackProps) {
  const { rollBack } = usePushActs(of)
  return (
    <ActionItem
      code={call.permission}
      icon="restore"
      isDangerous
      onClick={() => void rollBack(call, push)}
    >
      {t('appPush.rollBack')}
    </ActionItem>
  )
}
