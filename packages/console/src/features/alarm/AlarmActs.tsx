import { type Alarm, alarms } from '@muster/contract'
import type { ReactNode } from 'react'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { RowActions, RowButton } from '../../kit/list/buttons.tsx'
import { useAction } from '../../kit/useAction.ts'
import { t } from '../../platform/texts.ts'
import type { Closing } from './CloseDialog.tsx'

interface AlarmActsProps {
  readonly alarm: Alarm
  readonly closing: Dialog<Closing>
  /** What its place offers besides. */
  readonly children?: ReactNode
}

/** What can be done about one alarm. */
export function AlarmActs({ alarm: { id, state }, closing, children }: AlarmActsProps) {
  const act = useAction(alarms)
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
          onClick={() => closing.open({ chosen: { ids: [id] }, isOne: true })}
        >
          {t('alarm.close')}
        </RowButton>
      )}
      {children}
    </RowActions>
  )
}
