import {
  type Alarm,
  type AlarmKind,
  alarms,
  models,
  organizations,
  type RepairFault,
  repairs,
  vendors,
} from '@muster/contract'
import { confirmChosen } from '../../kit/batch/confirmChosen.ts'
import { ChosenButton } from '../../kit/batch/RemoveButtons.tsx'
import { notifyBatch } from '../../kit/batch/lazyBatch.ts'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../kit/export/ExportButton.tsx'
import { Filters } from '../../kit/filters/Filters.tsx'
import { ActionLine } from '../../kit/list/ActionLine.tsx'
import { StateSegments } from '../../kit/list/StateSegments.tsx'
import { ActionItem } from '../../kit/list/ActionItem.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { type List, useList } from '../../kit/list/useList.ts'
import { useCan } from '../../kit/session.ts'
import { outcomeOf, useSend } from '../../kit/useAction.ts'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { t } from '../../platform/texts.ts'
import { chosenOf } from '../../ui/table/useSelection.ts'
import { type FaultReport, ReportDialog } from '../device/index.ts'
import { AlarmActs, type AlarmDialogs } from './AlarmActs.tsx'
import { columns } from './alarmColumns.tsx'
import { kindTexts, mutedTexts, severityTexts, stateTexts } from './alarmTexts.ts'
import { detailWords } from './detailWords.ts'
import type { Closing } from './CloseDialog.tsx'
import type { Muting } from './MuteDialog.tsx'
import { useUnmute } from './useUnmute.ts'

const CloseDialog = lazyDialog(() => import('./CloseDialog.tsx').then((file) => file.CloseDialog))
const MuteDialog = lazyDialog(() => import('./MuteDialog.tsx').then((file) => file.MuteDialog))

const severityFilterTexts = { PRESSING: 'alarm.severity.PRESSING', ...severityTexts } as const
const states = { LIVE: 'alarm.live', ...stateTexts } as const

/** An inbox shows what waits for somebody. */
const waiting = { opensOn: { state: 'LIVE' } } as const

/** What is wrong with terminals, the latest first. */
export function AlarmInbox() {
  const list = useList(alarms, waiting)
  const dialogs = { closing: useDialog<Closing>(), muting: useDialog<Muting>() }
  const reporting = useDialog<FaultReport>()
  const mayReport = useCan(repairs.add.permission)
  return (
    <>
      <Filters
        list={list}
        keyword={['alarm.terminal']}
        fields={{
          state: { label: 'alarm.state', options: states },
          severity: { label: 'alarm.severity', options: severityFilterTexts },
          kind: { label: 'alarm.kind', options: kindTexts },
          muted: { label: 'alarm.muted', options: mutedTexts },
          orgId: { label: 'kit.orgAndBelow', of: organizations },
          vendorId: { label: 'device.vendor', of: vendors },
          modelId: { label: 'alarm.model', of: models },
          from: { label: 'log.from', kind: 'moment' },
          to: { label: 'log.to', kind: 'moment' },
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        segments={
          <StateSegments
            list={list}
            of={alarms.countStates}
            label="alarm.state"
            texts={states}
            uncounted={['CLOSED']}
          />
        }
        chosen={<ChosenActs list={list} dialogs={dialogs} />}
      >
        <ExportButton list={list} columns={columns} />
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={<p>{t('alarm.none')}</p>}
        actionsWidth={226}
        actions={(alarm) => (
          <AlarmActs alarm={alarm} dialogs={dialogs}>
            {mayReport && (
              <ActionItem
                code={repairs.add.permission}
                icon="warning"
                onClick={() => reporting.open(reportOf(alarm))}
              >
                {t('repair.add')}
              </ActionItem>
            )}
          </AlarmActs>
        )}
      />
      <CloseDialog dialog={dialogs.closing} />
      <MuteDialog dialog={dialogs.muting} />
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
  readonly dialogs: AlarmDialogs
}

function ChosenActs({ list, dialogs }: ChosenActsProps) {
  const send = useSend(alarms)
  const unmute = useUnmute()
  const acknowledge = async () => {
    const which = chosenOf(list)
    if (!(await confirmChosen(which, { title: t('alarm.ack') }))) return
    const sent = await outcomeOf(send(alarms.ackMany, { body: which }))
    if (!('reply' in sent)) return
    await notifyBatch(sent.reply, { kind: 'success', text: t('kit.done') })
    list.clearSelection()
  }
  const chosen = () => ({ chosen: chosenOf(list), done: list.clearSelection })
  const hear = async () => {
    if (await unmute(chosenOf(list))) list.clearSelection()
  }
  return (
    <>
      <ChosenButton
        list={list}
        reach="all"
        code={alarms.ackMany.permission}
        onClick={() => void acknowledge()}
      >
        {t('alarm.ack')}
      </ChosenButton>
      <ChosenButton
        list={list}
        reach="all"
        code={alarms.closeMany.permission}
        onClick={() => dialogs.closing.open(chosen())}
      >
        {t('alarm.close')}
      </ChosenButton>
      {list.sought['muted'] !== '1' && (
        <ChosenButton
          list={list}
          reach="all"
          code={alarms.mute.permission}
          onClick={() => dialogs.muting.open(chosen())}
        >
          {t('alarm.mute')}
        </ChosenButton>
      )}
      {list.sought['muted'] && (
        <ChosenButton
          list={list}
          reach="all"
          code={alarms.unmute.permission}
          onClick={() => void hear()}
        >
          {t('alarm.unmute')}
        </ChosenButton>
      )}
    </>
  )
}
