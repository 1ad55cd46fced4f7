import {
  areas,
  categories,
  organizations,
  type Station,
  stations,
  stationSheet,
} from '@muster/contract'
import { ChosenButton, RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ImportButton } from '../../../kit/import/ImportButton.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { AddButton, EditButton, RowActions } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { binColumns, columns } from './stationColumns.tsx'
import { StationMenu } from './StationMenu.tsx'
import { stationTypeTexts } from './stationTexts.ts'

const StationForm = lazyDialog(() => import('./StationForm.tsx').then((file) => file.StationForm))
const BindDialog = lazyDialog(() => import('./BindDialog.tsx').then((file) => file.BindDialog))
const FenceDialog = lazyDialog(() => import('./FenceDialog.tsx').then((file) => file.FenceDialog))
const QrDialog = lazyDialog(() => import('./QrDialog.tsx').then((file) => file.QrDialog))
const MergeDialog = lazyDialog(() => import('./MergeDialog.tsx').then((file) => file.MergeDialog))

/** What a keyword is sought in. */
const searched = ['station.name', 'station.code', 'station.merchant', 'station.mid'] as const

/** STATION: places where terminals work. */
export function StationList() {
  const list = useList(stations)
  const form = useDialog<Station>()
  const binding = useDialog<Station>()
  const fencing = useDialog<Station>()
  const codes = useDialog<Station>()
  const merging = useDialog<readonly string[]>()
  const add = <AddButton code={stations.add.permission} dialog={form} />
  return (
    <Screen title="station.title">
      <Filters
        list={list}
        keyword={searched}
        fields={{
          orgId: { label: 'kit.orgAndBelow', of: organizations },
          type: { label: 'station.type', options: stationTypeTexts },
          areaId: { label: 'station.area', of: areas },
          hasDevices: { label: 'station.hasDevices', options: { '1': 'kit.yes', '0': 'kit.no' } },
          mismatch: { label: 'station.mismatch', options: { '1': 'kit.yes' } },
          categoryId: { label: 'station.category', of: categories },
          mcc: 'station.mcc',
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={
          <>
            {!list.isAll && (
              <ChosenButton
                list={list}
                code={stations.merge.permission}
                onClick={() => merging.open([...list.selected])}
              >
                {t('station.merge')}
              </ChosenButton>
            )}
            <RemoveSelected of={stations} list={list} />
          </>
        }
      >
        <RecycleBin of={stations} columns={binColumns} keyword={searched} />
        <ExportButton list={list} columns={columns} />
        <ImportButton of={stationSheet} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="station.empty"
        empty={add}
        actionsWidth={110}
        actions={(row) => (
          <RowActions>
            <EditButton code={stations.update.permission} onClick={() => form.open(row)} />
            <StationMenu station={row} binding={binding} fencing={fencing} codes={codes} />
          </RowActions>
        )}
      />
      <StationForm dialog={form} />
      <BindDialog dialog={binding} />
      <FenceDialog dialog={fencing} />
      <QrDialog dialog={codes} />
      <MergeDialog dialog={merging} done={list.clearSelection} />
    </Screen>
  )
}
