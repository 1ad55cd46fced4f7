import {
  effectiveSettings,
  type Functional,
  functionals,
  models,
  organizations,
} from '@muster/contract'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { AddButton, EditButton, RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Screen } from '../../../kit/page/Screen.tsx'
import { lazyDialog, lazyPart } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { columns } from './functionalColumns.tsx'
import { functionalRows } from './functionalRows.ts'
import { levelTexts, stateTexts } from './functionalTexts.ts'

const FunctionalItems = lazyPart(
  async () => (await import('./FunctionalItems.tsx')).FunctionalItems,
)
const FunctionalForm = lazyDialog(() =>
  import('./FunctionalForm.tsx').then((file) => file.FunctionalForm),
)
const PublishDialog = lazyDialog(() =>
  import('./PublishDialog.tsx').then((file) => file.PublishDialog),
)
const RevisionsDialog = lazyDialog(() =>
  import('./RevisionsDialog.tsx').then((file) => file.RevisionsDialog),
)
const StandingDialog = lazyDialog(() =>
  import('./StandingDialog.tsx').then((file) => file.StandingDialog),
)
const EffectiveDialog = lazyDialog(() =>
  import('./EffectiveDialog.tsx').then((file) => file.EffectiveDialog),
)

/** FUNCTIONAL: what agents do, by level; the nearest level wins, value by value. */
export function FunctionalList() {
  const list = useList(functionals)
  const form = useDialog<Functional>()
  const publishing = useDialog<Functional>()
  const revisions = useDialog<Functional>()
  const standing = useDialog<Functional>()
  const effective = useDialog<never>()
  const add = <AddButton code={functionals.add.permission} dialog={form} />
  return (
    <Screen title="functional.title">
      <Filters
        list={list}
        keyword={['functional.name', 'functional.remark']}
        fields={{
          level: { label: 'functional.level', options: levelTexts },
          state: { label: 'functional.state', options: stateTexts },
          orgId: { label: 'kit.orgAndBelow', of: organizations },
          modelId: { label: 'functional.model', of: models },
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={functionalRows} list={list} />}
      >
        <RecycleBin
          of={functionalRows}
          columns={columns}
          keyword={['functional.name', 'functional.remark']}
        />
        <ExportButton list={list} columns={columns} />
        <Permitted to={effectiveSettings.effective.permission}>
          <Button variant="default" onClick={() => effective.open()}>
            {t('functional.effective')}
          </Button>
        </Permitted>
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="functional.empty"
        empty={add}
        actionsWidth={190}
        actions={(row) => (
          <RowActions>
            <EditButton code={functionals.update.permission} onClick={() => form.open(row)} />
            {row.isChanged && (
              <RowButton code={functionals.publish.permission} onClick={() => publishing.open(row)}>
                {t('functional.publish')}
              </RowButton>
            )}
            <MoreMenu label={t('functional.actionsOf', { name: row.name })}>
              <FunctionalItems profile={row} revisions={revisions} standing={standing} />
            </MoreMenu>
          </RowActions>
        )}
      />
      <FunctionalForm dialog={form} />
      <PublishDialog dialog={publishing} />
      <RevisionsDialog dialog={revisions} />
      <StandingDialog dialog={standing} />
      <EffectiveDialog dialog={effective} />
    </Screen>
  )
}
