import { type Alarm, alarms } from '@muster/contract'
import type { ReactNode } from 'react'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../kit/list/ActionItem.tsx'
import { RowActions, RowButton } from '../../kit/list/buttons.tsx'
import { useCan } from '../../kit/session.ts'
import { useAction } from '../../kit/useAction.ts'
import { t } from '../../platform/texts.ts'
import { MoreMenu } from '../../ui/menu/MoreMenu.tsx'
import type { Closing } from './CloseDialog.tsx'
import type { Muting } from './MuteDialog.tsx'
import { useUnmute } from './useUnmute.ts'

interface AlarmActsProps {
  readonly alarm: Alarm
  readonly dialogs: AlarmDialogs
  /** What its place offers besides, in the menu. */
  readonly children?: ReactNode
}

/** The dialogs that acts open. */
export interface AlarmDialogs {
  readonly closing: Dialog<Closing>
  readonly muting: Dialog<Muting>
}

/** What can be done about one alarm. */
export function AlarmActs({ alarm, dialogs, children }: AlarmActsProps) {
  const { id, state } = alarm
  const act = useAction(alarms)
  const mayMute = useCan(alarms.mute.permission)
  return (
    <RowActions>
      {state === 'OPEN' && (
        <RowButton
          code={alarms.ack.permission}
          onClick={() => void act(alarms.ack, { params: { id } })}
        >
          {t('alarm.ack')}
        </RowButton>
      )}
      {state !== 'CLOSED' && (
        <RowButton
          code={alarms.close.permission}
          onClick={() => dialogs.closing.open({ chosen: { ids: [id] }, alarm })}
        >
          {t('alarm.close')}
        </RowButton>
      )}
      {state !== 'CLOSED' && (mayMute || children) && (
        <MoreMenu label={t('device.actionsOf', { sn: alarm.sn })}>
          <MuteItem alarm={alarm} muting={dialogs.muting} />
          {children}
        </MoreMenu>
      )}
    </RowActions>
  )
}

interface MuteItemProps extends Pick<AlarmDialogs, 'muting'> {
  readonly alarm: Alarm
}

/** Mutes an alarm, or has it heard of again. */
function MuteItem({ alarm, muting }: MuteItemProps) {
  const { id, mutedUntil } = alarm
  const unmute = useUnmute()
  const chosen = { ids: [id] }
  return mutedUntil === null ? (
    <ActionItem
      code={alarms.mute.permission}
      icon="eyeOff"
      onClick={() => muting.open({ chosen, alarm })}
    >
      {t('alarm.mute')}
    </ActionItem>
  ) : (
    <ActionItem code={alarms.unmute.permission} icon="eye" onClick={() => void unmute(chosen)}>
      {t('alarm.unmute')}
    </ActionItem>
  )
}
