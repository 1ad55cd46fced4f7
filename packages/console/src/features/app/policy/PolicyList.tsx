import { type OrgApk, orgApks, organizations, policyApps } from '@muster/contract'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { AddButton, EditButton, RowActions } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Screen } from '../../../kit/page/Screen.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { columns } from './policyColumns.tsx'
import { PolicyMenu } from './PolicyMenu.tsx'
import { policyTexts, scopeTexts } from './policyTexts.ts'

const PolicyForm = lazyDialog(() => import('./PolicyForm.tsx').then((file) => file.PolicyForm))
const EffectiveDialog = lazyDialog(() =>
  import('./EffectiveDialog.tsx').then((file) => file.EffectiveDialog),
)
const ComplianceDialog = lazyDialog(() =>
  import('./ComplianceDialog.tsx').then((file) => file.ComplianceDialog),
)
const CopyDialog = lazyDialog(() => import('./CopyDialog.tsx').then((file) => file.CopyDialog))
const ReleasesDialog = lazyDialog(() =>
  import('./ReleasesDialog.tsx').then((file) => file.ReleasesDialog),
)

const keyword = ['orgApk.name', 'orgApk.remark'] as const
const fields = {
  orgId: { label: 'kit.orgAndBelow', of: organizations },
  appId: { label: 'orgApk.app', of: policyApps },
  policy: { label: 'orgApk.policy', options: policyTexts },
  scopeKind: { label: 'orgApk.scope', options: scopeTexts },
  broken: { label: 'orgApk.broken', options: { true: 'orgApk.brokenYes' } },
  status: statusFilter,
} as const

/** ORGANIZATION_APK: which applications terminals must have, may have, are not shown or must not have. */
export function PolicyList() {
  const list = useList(orgApks)
  const form = useDialog<OrgApk>()
  const effective = useDialog<never>()
  const copying = useDialog<never>()
  const dialogs = { figures: useDialog<OrgApk>(), releases: useDialog<OrgApk>() }
  const add = <AddButton code={orgApks.add.permission} dialog={form} />
  return (
    <Screen title="orgApk.title">
      <Filters list={list} keyword={keyword} fields={fields} />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={orgApks} list={list} />}
      >
        <RecycleBin of={orgApks} columns={columns} keyword={keyword} />
        <ExportButton list={list} columns={columns} />
        <Permitted to={orgApks.effective.permission}>
          <Button variant="default" onClick={() => effective.open()}>
            {t('orgApk.showTerminal')}
          </Button>
        </Permitted>
        <Permitted to={orgApks.copy.permission}>
          <Button variant="default" onClick={() => copying.open()}>
            {t('orgApk.copy')}
          </Button>
        </Permitted>
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        emptyText="orgApk.empty"
        actions={(row) => (
          <RowActions>
            <EditButton code={orgApks.update.permission} onClick={() => form.open(row)} />
            <PolicyMenu policy={row} dialogs={dialogs} />
          </RowActions>
        )}
      />
      <PolicyForm dialog={form} />
      <EffectiveDialog dialog={effective} />
      <CopyDialog dialog={copying} />
      <ComplianceDialog dialog={dialogs.figures} />
      <ReleasesDialog dialog={dialogs.releases} />
    </Screen>
  )
}
