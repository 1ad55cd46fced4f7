import { effectiveParams, type Param, params, paramValueSheet, paramValues } from '@muster/contract'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { AddButton, RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { useCan } from '../../../kit/session.ts'
import { navigate } from '../../../platform/address.ts'
import { lazyDialog, lazyPart } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { ChosenParams } from './ChosenParams.tsx'
import { columns } from './paramColumns.tsx'
import { paramFilters } from './paramFilters.ts'
import { paramPath } from './paramPath.ts'

const ParamItems = lazyPart(async () => (await import('./ParamItems.tsx')).ParamItems)
const AssignmentForm = lazyDialog(() =>
  import('./AssignmentForm.tsx').then((file) => file.AssignmentForm),
)
const ActivateDialog = lazyDialog(() =>
  import('./ActivateDialog.tsx').then((file) => file.ActivateDialog),
)
const RevokeDialog = lazyDialog(() =>
  import('./RevokeDialog.tsx').then((file) => file.RevokeDialog),
)
const RevisionsDialog = lazyDialog(() =>
  import('./RevisionsDialog.tsx').then((file) => file.RevisionsDialog),
)
const CompareDialog = lazyDialog(() =>
  import('./CompareDialog.tsx').then((file) => file.CompareDialog),
)
const SyncDialog = lazyDialog(() => import('./SyncDialog.tsx').then((file) => file.SyncDialog))
const CopyDialog = lazyDialog(() => import('./CopyDialog.tsx').then((file) => file.CopyDialog))
const FindDialog = lazyDialog(() => import('./FindDialog.tsx').then((file) => file.FindDialog))

const SheetDialog = lazyDialog(() => import('./SheetDialog.tsx').then((file) => file.SheetDialog))

const keyword = ['param.name', 'param.target', 'param.app'] as const

/** What is said about the parameters of applications, for whom, and how far terminals are with it. */
export function ParamList() {
  const list = useList(params)
  const form = useDialog<Param>()
  const find = useDialog<never>()
  const sheet = useDialog<never>()
  const mayImport = useCan(paramValueSheet.calls.start.permission)
  const mayExport = useCan(paramValues.export.permission)
  const dialogs = {
    form,
    activate: useDialog<Param>(),
    revoke: useDialog<Param>(),
    revisions: useDialog<Param>(),
    compare: useDialog<Param>(),
    sync: useDialog<Param>(),
    copy: useDialog<Param>(),
  }
  const add = <AddButton code={params.add.permission} dialog={form} />
  return (
    <>
      <Filters list={list} keyword={keyword} fields={paramFilters} />
      <ActionLine list={list} columns={columns} chosen={<ChosenParams list={list} />}>
        <RecycleBin of={params} columns={columns} keyword={keyword} />
        <ExportButton list={list} columns={columns} />
        {(mayImport || mayExport) && (
          <Button variant="default" onClick={() => sheet.open()}>
            {t('paramSheet.open')}
          </Button>
        )}
        <Permitted to={effectiveParams.search.permission}>
          <Button variant="default" onClick={() => find.open()}>
            {t('param.find')}
          </Button>
        </Permitted>
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="param.empty"
        empty={add}
        actionsWidth={190}
        actions={(row) => (
          <RowActions>
            <RowButton
              opens
              code={params.form.permission}
              onClick={() => navigate(paramPath(row.id))}
            >
              {t('param.editValues')}
            </RowButton>
            {mayBegin(row) && (
              <RowButton
                code={params.activate.permission}
                onClick={() => dialogs.activate.open(row)}
              >
                {t(row.state === 'PENDING_APPROVAL' ? 'param.agree' : 'param.activate')}
              </RowButton>
            )}
            <MoreMenu label={t('param.actionsOf', { name: row.name })}>
              <ParamItems param={row} dialogs={dialogs} />
            </MoreMenu>
          </RowActions>
        )}
      />
      {/* What it says comes next. */}
      <AssignmentForm dialog={form} />
      <ActivateDialog dialog={dialogs.activate} />
      <RevokeDialog dialog={dialogs.revoke} />
      <RevisionsDialog dialog={dialogs.revisions} />
      <CompareDialog dialog={dialogs.compare} />
      <SyncDialog dialog={dialogs.sync} />
      <CopyDialog dialog={dialogs.copy} />
      <FindDialog dialog={find} />
      <SheetDialog dialog={sheet} />
    </>
  )
}

/** Whether there is something that is not in force yet. */
const mayBegin = ({ state, isChanged, askedFor, status }: Param): boolean =>
  askedFor !== 'REVOKE' && (state !== 'ACTIVE' || isChanged || status === 0)
