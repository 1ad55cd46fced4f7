import {
  type Alarm,
  type AlarmKind,
  alarms,
  models,
  organizations,
  type RepairFault,
  repairs,
} from '@muster/contract'
import { ChosenButton } from '../../kit/batch/RemoveButtons.tsx'
import { notifyBatch } from '../../kit/batch/lazyBatch.ts'
import { type Dialog, useDialog } from '../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../kit/export/ExportButton.tsx'
import { Filters } from '../../kit/filters/Filters.tsx'
import { ActionLine } from '../../kit/list/ActionLine.tsx'
import { ActionItem } from '../../kit/list/ActionItem.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { type List, useList } from '../../kit/list/useList.ts'
import { useCan } from '../../kit/session.ts'
import { outcomeOf, useSend } from '../../kit/useAction.ts'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { t } from '../../platform/texts.ts'
import { MoreMenu } from '../../ui/menu/MoreMenu.tsx'
import { chosenOf } from '../../ui/table/useSelection.ts'
import { type FaultReport, ReportDialog } from '../device/index.ts'
import { AlarmActs } from './AlarmActs.tsx'
import { columns } from './alarmColumns.tsx'
import { kindTexts, severityTexts, stateTexts } from './alarmTexts.ts'
import { detailWords } from './detailWords.ts'
import type { Closing } from './CloseDialog.tsx'

const CloseDialog = lazyDialog(() => import('./CloseDialog.tsx').then((file) => file.CloseDialog))

const states = { LIVE: 'alarm.live', ...stateTexts } as const

/** What is wrong with terminals, the latest first. */
export function AlarmInbox() {
  const list = useList(alarms)
  const closing = useDialog<Closing>()
  const reporting = useDialog<FaultReport>()
  const mayReport = useCan(repairs.add.permission)
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
        actionsWidth={mayReport ? 226 : 190}
        actions={(alarm) => (
          <AlarmActs alarm={alarm} closing={closing}>
            {mayReport && alarm.state !== 'CLOSED' && (
              <MoreMenu label={t('device.actionsOf', { sn: alarm.sn })}>
                <ActionItem
                  code={repairs.add.permission}
                  icon="warning"
                  onClick={() => reporting.open(reportOf(alarm))}
                >
                  {t('repair.add')}
                </ActionItem>
              </MoreMenu>
            )}
          </AlarmActs>
        )}
      />
      <CloseDialog dialog={closing} />
      <ReportDialog dialog={reporting} />
    </>
  )
}

/** What breaks where there is such an alarm; of others, whoever reports it says it. */
const faultOf: Partial<Readonly<Record<AlarmKind, RepairFault>>> = {
  TAMPER: 'TAMPER',
  PAPER: 'PRINTER',
  BATTERY: 'BATTERY',
}

/** A ticket begins with what the alarm tells. */
function reportOf({ sn, kind, severity, data }: Alarm): FaultReport {
  const fault = faultOf[kind]
  const description = [t(kindTexts[kind]), detailWords(data)].filter(Boolean).join(' – ')
  return { sn, source: 'ALARM', severity, description, ...(fault && { fault }) }
}

interface ChosenActsProps {
  readonly list: List<Alarm>
  readonly closing: Dialog<Closing>
}

function ChosenActs({ list, closing }: ChosenActsProps) {
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
