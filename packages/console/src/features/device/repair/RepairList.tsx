import { models, organizations, type Repair, repairs, users } from '@muster/contract'
import { ChosenButton } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import type { FilterField } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { StateSegments } from '../../../kit/list/StateSegments.tsx'
import { RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { useCan } from '../../../kit/session.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { chosenOf } from '../../../ui/table/useSelection.ts'
import { severityTexts } from '../../alarm/index.ts'
import type { Receiving } from './ReceiveDialog.tsx'
import { type Asked, depots } from './repairActs.ts'
import { columns } from './repairColumns.tsx'
import { RepairMenu } from './RepairMenu.tsx'
import { faultTexts, holderTexts, sourceTexts, stageTexts, stateTexts } from './repairTexts.ts'

const RepairForm = lazyDialog(() => import('./RepairForm.tsx').then((file) => file.RepairForm))
const RepairDetail = lazyDialog(() =>
  import('./RepairDetail.tsx').then((file) => file.RepairDetail),
)
const ReceiveDialog = lazyDialog(() =>
  import('./ReceiveDialog.tsx').then((file) => file.ReceiveDialog),
)
const ScanDialog = lazyDialog(() => import('./ScanDialog.tsx').then((file) => file.ScanDialog))
const ActDialog = lazyDialog(() => import('./ActDialog.tsx').then((file) => file.ActDialog))

/** What is open, and its stages, which add up to it. */
const ofStages = { OPEN: 'repair.state.OPEN', ...stageTexts } as const

const filters: Readonly<Record<string, FilterField>> = {
  state: { label: 'repair.state', options: { ...ofStages, ...stateTexts } },
  overdue: { label: 'repair.overdue', options: { 1: 'repair.overdue.1' } },
  fault: { label: 'repair.fault', options: faultTexts },
  severity: { label: 'repair.severity', options: severityTexts },
  source: { label: 'repair.source', options: sourceTexts },
  holder: { label: 'repair.holder', options: holderTexts },
  orgId: { label: 'repair.org', of: organizations },
  modelId: { label: 'repair.model', of: models },
  depotId: { label: 'repair.depot', of: depots },
  assigneeId: { label: 'repair.assignee', of: users },
  warranty: {
    label: 'repair.warranty',
    options: { 1: 'repair.warranty.1', 0: 'repair.warranty.0' },
  },
  sn: 'repair.sn',
  from: { label: 'repair.from', kind: 'moment' },
  to: { label: 'repair.to', kind: 'moment' },
}

/** Tickets of terminals that are broken, with who has them and by when they are back. */
export function RepairList() {
  const list = useList(repairs)
  const form = useDialog<Repair>()
  const detail = useDialog<Repair>()
  const asked = useDialog<Asked>()
  const receiving = useDialog<Receiving>()
  const scanning = useDialog<true>()
  const mayReceive = useCan(repairs.receive.permission)
  const receive = () =>
    receiving.open({ chosen: chosenOf(list), done: () => list.clearSelection() })
  const add = useCan(repairs.add.permission) && (
    <Button onClick={() => form.open()}>{t('repair.add')}</Button>
  )
  return (
    <>
      <Filters
        list={list}
        keyword={['repair.ticketNo', 'repair.sn', 'repair.description']}
        fields={filters}
      />
      <ActionLine
        list={list}
        columns={columns}
        segments={
          <StateSegments
            list={list}
            of={repairs.countStates}
            label="repair.state"
            texts={ofStages}
          />
        }
        chosen={
          <ChosenButton
            list={list}
            reach="all"
            code={repairs.receiveMany.permission}
            onClick={receive}
          >
            {t('repair.do.RECEIVED')}
          </ChosenButton>
        }
      >
        {mayReceive && (
          <Button variant="default" size="xs" onClick={() => scanning.open(true)}>
            {t('repair.scan')}
          </Button>
        )}
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        emptyText="repair.empty"
        actionsWidth={112}
        actions={(row) => (
          <RowActions>
            <RowButton opens code={repairs.detail.permission} onClick={() => detail.open(row)}>
              {t('repair.show')}
            </RowButton>
            <RepairMenu row={row} asked={asked} edit={form} />
          </RowActions>
        )}
      />
      <RepairForm dialog={form} />
      <RepairDetail dialog={detail} />
      <ActDialog dialog={asked} />
      <ReceiveDialog dialog={receiving} />
      <ScanDialog dialog={scanning} />
    </>
  )
}
