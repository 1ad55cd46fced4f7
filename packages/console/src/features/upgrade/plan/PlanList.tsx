import {
  models,
  organizations,
  type Plan,
  plans,
  upgradeVersions,
  users,
  vendors,
} from '@muster/contract'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { statusFilter, waitingFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { StateSegments } from '../../../kit/list/StateSegments.tsx'
import { AddButton, EditButton, RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { partTexts } from '../version/versionTexts.ts'
import { useAimed } from './aim.ts'
import { columns } from './planColumns.tsx'
import { type AskedPlan, PlanMenu } from './PlanMenu.tsx'
import { stateTexts } from './planTexts.ts'
import { useWatched, type Watched } from './watched.ts'

const PlanForm = lazyDialog(() => import('./PlanForm.tsx').then((file) => file.PlanForm))
const AskDialog = lazyDialog(() => import('./AskDialog.tsx').then((file) => file.AskDialog))
const PracticeDialog = lazyDialog(() =>
  import('./PracticeDialog.tsx').then((file) => file.PracticeDialog),
)
const WatchDialog = lazyDialog(() => import('./WatchDialog.tsx').then((file) => file.WatchDialog))

const keyword = ['plan.name', 'plan.planNo', 'plan.ticketNo'] as const
const fields = {
  state: { label: 'plan.state', options: { OPEN: 'plan.state.OPEN', ...stateTexts } },
  waiting: waitingFilter,
  versionId: { label: 'plan.versions', of: upgradeVersions },
  kind: { label: 'upgradeVersion.kind', options: partTexts },
  vendorId: { label: 'device.vendor', of: vendors },
  modelId: { label: 'upgradeVersion.model', of: models },
  orgId: { label: 'kit.orgAndBelow', of: organizations },
  createdById: { label: 'plan.createdBy', of: users },
  from: { label: 'plan.beginsFrom', kind: 'moment' },
  to: { label: 'plan.beginsTo', kind: 'moment' },
  status: statusFilter,
} as const

const { DRAFT, APPROVAL, SCHEDULED, RUNNING, PAUSED, FINISHED } = stateTexts
const lookedFor = {
  OPEN: 'plan.state.OPEN',
  DRAFT,
  APPROVAL,
  SCHEDULED,
  RUNNING,
  PAUSED,
  FINISHED,
} as const

/** PLAN: which terminals get a version, in waves, and how far each plan is. */
export function PlanList() {
  const list = useList(plans)
  const form = useDialog<Plan>()
  const { aim, dialog } = useAimed(form)
  const watch = useWatched(useDialog<Watched>())
  const asking = useDialog<AskedPlan>()
  const practising = useDialog<Plan>()
  const add = <AddButton code={plans.add.permission} dialog={form} />
  return (
    <Screen title="plan.title">
      <Filters list={list} keyword={keyword} fields={fields} />
      <ActionLine
        list={list}
        columns={columns}
        segments={
          <StateSegments
            list={list}
            of={plans.countStates}
            label="plan.state"
            texts={lookedFor}
            uncounted={['FINISHED']}
          />
        }
        chosen={<RemoveSelected of={plans} list={list} />}
      >
        <RecycleBin of={plans} columns={columns} keyword={keyword} />
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        emptyText="plan.empty"
        actionsWidth={150}
        actions={(plan) => (
          <RowActions>
            {plan.state === 'DRAFT' || plan.state === 'REJECTED' ? (
              <EditButton code={plans.update.permission} onClick={() => form.open(plan)} />
            ) : plan.waitsForMe ? (
              <RowButton
                code={plans.approve.permission}
                onClick={() => asking.open({ id: plan.id, plan, act: 'approve' })}
              >
                {t('plan.approve')}
              </RowButton>
            ) : (
              <RowButton code={plans.progress.permission} onClick={() => watch.open(plan)}>
                {t('plan.watch')}
              </RowButton>
            )}
            <PlanMenu
              plan={plan}
              asking={asking}
              practising={practising}
              watch={plan.waitsForMe ? watch.open : null}
            />
          </RowActions>
        )}
      />
      <PlanForm dialog={dialog} aim={aim} practise={practising.open} />
      <WatchDialog dialog={watch} asking={asking} practising={practising} />
      {/* Opened out of the one above, too: what comes later lies over it. */}
      <AskDialog dialog={asking} />
      <PracticeDialog dialog={practising} />
    </Screen>
  )
}
