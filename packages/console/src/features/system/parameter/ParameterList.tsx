import { type Parameter, parameters } from '@muster/contract'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { useList } from '../../../kit/list/useList.ts'
import { AddButton, EditButton, RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { Screen } from '../../../kit/page/Screen.tsx'
import { t } from '../../../platform/texts.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { columns } from './parameterColumns.tsx'
import { groupTexts } from './parameterTexts.ts'
import { ParameterMenu } from './ParameterMenu.tsx'

const ParameterForm = lazyDialog(() =>
  import('./ParameterForm.tsx').then((file) => file.ParameterForm),
)
const HistoryDialog = lazyDialog(() =>
  import('./HistoryDialog.tsx').then((file) => file.HistoryDialog),
)

/** PARAMETER: values that steer the running system. */
export function ParameterList() {
  const list = useList(parameters)
  const form = useDialog<Parameter>()
  const history = useDialog<Parameter>()
  return (
    <Screen title="parameter.title">
      <Filters
        list={list}
        keyword={['parameter.key', 'parameter.name']}
        fields={{
          groupCode: { label: 'parameter.group', options: groupTexts },
          changed: {
            label: 'parameter.changed',
            options: { '1': 'parameter.changedYes', '0': 'parameter.changedNo' },
          },
        }}
      />
      <ActionLine list={list} columns={columns}>
        <ExportButton list={list} columns={columns} />
        <AddButton code={parameters.add.permission} dialog={form} />
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        actionsWidth={200}
        actions={(one) => (
          <RowActions>
            <EditButton code={parameters.update.permission} onClick={() => form.open(one)} />
            <RowButton opens code={parameters.history.permission} onClick={() => history.open(one)}>
              {t('parameter.history')}
            </RowButton>
            <ParameterMenu one={one} />
          </RowActions>
        )}
      />
      <ParameterForm dialog={form} />
      <HistoryDialog dialog={history} />
    </Screen>
  )
}
