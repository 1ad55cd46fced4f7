import {
  apps,
  devices,
  effectiveVariables,
  organizations,
  stations,
  type Variable,
  variables,
  variableSheet,
} from '@muster/contract'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ImportButton } from '../../../kit/import/ImportButton.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { AddButton, EditButton, RowActions } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Screen } from '../../../kit/page/Screen.tsx'
import { lazyDialog, lazyPart } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { columns, fileColumns } from './variableColumns.tsx'
import { variableRows } from './variableRows.ts'
import { levelTexts, typeTexts } from './variableTexts.ts'

const VariableForm = lazyDialog(() =>
  import('./VariableForm.tsx').then((file) => file.VariableForm),
)
const UsedDialog = lazyDialog(() => import('./UsedDialog.tsx').then((file) => file.UsedDialog))
const EffectiveDialog = lazyDialog(() =>
  import('./EffectiveDialog.tsx').then((file) => file.EffectiveDialog),
)
const VariableItems = lazyPart(async () => (await import('./VariableItems.tsx')).VariableItems)

const keyword = ['variable.key', 'variable.value', 'variable.remark'] as const

/** GLOBAL_PARAMS: what stands for `${name}` in values of parameters, by level. */
export function VariableList() {
  const list = useList(variables)
  const form = useDialog<Variable>()
  const used = useDialog<Variable>()
  const effective = useDialog<never>()
  const add = <AddButton code={variables.add.permission} dialog={form} />
  return (
    <Screen title="variable.screen">
      <Filters
        list={list}
        keyword={keyword}
        fields={{
          key: 'variable.key',
          level: { label: 'variable.level', options: levelTexts },
          type: { label: 'variable.type', options: typeTexts },
          orgId: { label: 'kit.orgAndBelow', of: organizations },
          stationId: { label: 'variable.station', of: stations },
          deviceId: { label: 'variable.device', of: devices },
          appId: { label: 'variable.app', of: apps },
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={variableRows} list={list} />}
      >
        <RecycleBin of={variables} columns={columns} keyword={keyword} />
        <ExportButton list={list} columns={fileColumns} />
        <Permitted to={effectiveVariables.effective.permission}>
          <Button variant="default" onClick={() => effective.open()}>
            {t('variable.effective')}
          </Button>
        </Permitted>
        <ImportButton of={variableSheet} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="variable.empty"
        empty={add}
        actions={(row) => (
          <RowActions>
            <EditButton code={variables.update.permission} onClick={() => form.open(row)} />
            <MoreMenu label={t('variable.actionsOf', { name: row.key })}>
              <VariableItems variable={row} used={used} />
            </MoreMenu>
          </RowActions>
        )}
      />
      <VariableForm dialog={form} />
      <UsedDialog dialog={used} />
      <EffectiveDialog dialog={effective} />
    </Screen>
  )
}
