import { type Alarm, alarms, models, organizations } from '@muster/contract'
import { ChosenButton } from '../../kit/batch/RemoveButtons.tsx'
import { notifyBatch } from '../../kit/batch/lazyBatch.ts'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../kit/export/ExportButton.tsx'
import { Filters } from '../../kit/filters/Filters.tsx'
import { ActionLine } from '../../kit/list/ActionLine.tsx'
import { RowActions, RowButton } from '../../kit/list/buttons.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { type List, useList } from '../../kit/list/useList.ts'
import { outcomeOf, useAction, useSend } from '../../kit/useAction.ts'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { t } from '../../platform/texts.ts'
import { chosenOf } from '../../ui/table/useSelection.ts'
import { columns } from './alarmColumns.tsx'
import { kindTexts, severityTexts, stateTexts } from './alarmTexts.ts'
import type { Closing } from './CloseDialog.tsx'

const CloseDialog = lazyDialog(() => import('./CloseDialog.tsx').then((file) => file.CloseDialog))

const states = { LIVE: 'alarm.live', ...stateTexts } as const

/** What is wrong with terminals, the latest first. */
export function AlarmInbox() {
  const list = useList(alarms)
  const closing = useDialog<Closing>()
  return (
    <>
      <Filters
        list={list}
        keyword={['alarm.terminal']}
        fields={{
          state: { label: 'alarm.state', options: states },
          severity: { label: 'alarm.severity', options: severityTexts },
          kind: { label: 'alarm.kind', options: kindTexts },
          orgId: { label: 'kit.orgAndBelow', of: organizations },
          modelId: { label: 'alarm.model', of: models },
          from: { label: 'log.from', kind: 'moment' },
          to: { label: 'log.to', kind: 'moment' },
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<ChosenActs list={list} closing={closing} />}
      >
        <ExportButton list={list} columns={columns} />
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={<p>{t('alarm.none')}</p>}
        actionsWidth={190}
        actions={(alarm) => <AlarmActs alarm={alarm} closing={closing} />}
      />
      <CloseDialog dialog={closing} />
    </>
  )
}

interface ClosingProps {
  readonly closing: ReturnType<typeof useDialog<Closing>>
}

/** What can be done about one alarm. */
export function AlarmActs({
  alarm: { id, state },
  closing,
}: { readonly alarm: Alarm } & ClosingProps) {
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
    </RowActions>
  )
}

function ChosenActs({ list, closing }: { readonly list: List<Alarm> } & ClosingProps) {
  const send = useSend(alarms)
  const acknowledge = async () => {
    const sent = await outcomeOf(send(alarms.ackMany, { body: chosenOf(list) }))
    if (!('reply' in sent)) return
    await notifyBatch(sent.reply, { kind: 'success', text: t('kit.done') })
    list.clearSelection()
  }
  const close = () =>
    closing.open({ chosen: chosenOf(list), isOne: false, done: () => list.clearSelection() })
  return (
    <>
      <ChosenButton list={list} code={alarms.ackMany.permission} onClick={() => void acknowledge()}>
        {t('alarm.ack')}
      </ChosenButton>
      <ChosenButton list={list} code={alarms.closeMany.permission} onClick={close}>
        {t('alarm.close')}
      </ChosenButton>
    </>
  )
}
