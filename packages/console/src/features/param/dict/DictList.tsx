import { type ParamDict, paramDicts, paramDictSheet } from '@muster/contract'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { ChosenButton, RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
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
import { chosenOf } from '../../../ui/table/useSelection.ts'
import { columns, fileColumns } from './dictColumns.tsx'
import { accessTexts, typeTexts } from './dictTexts.ts'
import type { ChosenDicts } from './GroupDialog.tsx'

const DictForm = lazyDialog(() => import('./DictForm.tsx').then((file) => file.DictForm))
const GroupDialog = lazyDialog(() => import('./GroupDialog.tsx').then((file) => file.GroupDialog))
const UsedDialog = lazyDialog(() => import('./UsedDialog.tsx').then((file) => file.UsedDialog))
const ItemsImportDialog = lazyDialog(() =>
  import('./ItemsImportDialog.tsx').then((file) => file.ItemsImportDialog),
)
const DictItems = lazyPart(async () => (await import('./DictItems.tsx')).DictItems)

const keyword = ['paramDict.pid', 'paramDict.title', 'paramDict.group'] as const
const yesOrNo = { true: 'kit.yes', false: 'kit.no' } as const

/** PARAM_DICTS: what applications can be told, and what a value of it may be. */
export function DictList() {
  const list = useList(paramDicts)
  const form = useDialog<ParamDict>()
  const group = useDialog<ChosenDicts>()
  const used = useDialog<ParamDict>()
  const items = useDialog<ParamDict>()
  const add = <AddButton code={paramDicts.add.permission} dialog={form} />
  return (
    <Screen title="paramDict.screen">
      <Filters
        list={list}
        keyword={keyword}
        fields={{
          groupName: 'paramDict.group',
          dataType: { label: 'paramDict.dataType', options: typeTexts },
          accessLevel: { label: 'paramDict.accessLevel', options: accessTexts },
          secret: { label: 'paramDict.secret', options: yesOrNo },
          required: { label: 'paramDict.required', options: yesOrNo },
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={
          <>
            <ChosenButton
              list={list}
              code={paramDicts.setGroup.permission}
              onClick={() => group.open({ which: chosenOf(list) })}
            >
              {t('paramDict.setGroup')}
            </ChosenButton>
            <RemoveSelected of={paramDicts} list={list} />
          </>
        }
      >
        <RecycleBin of={paramDicts} columns={columns} keyword={keyword} />
        <ExportButton list={list} columns={fileColumns} />
        <ImportButton of={paramDictSheet} />
        <Permitted to={paramDicts.importItems.permission}>
          <Button variant="default" onClick={() => items.open()}>
            {t('paramDict.json')}
          </Button>
        </Permitted>
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="paramDict.empty"
        empty={add}
        actions={(row) => (
          <RowActions>
            <EditButton code={paramDicts.update.permission} onClick={() => form.open(row)} />
            <MoreMenu label={t('paramDict.actionsOf', { name: row.title })}>
              <DictItems dict={row} used={used} />
            </MoreMenu>
          </RowActions>
        )}
      />
      <DictForm dialog={form} />
      <GroupDialog dialog={group} />
      <UsedDialog dialog={used} />
      <ItemsImportDialog dialog={items} />
    </Screen>
  )
}
