import { apps, type TestTrack, testTracks } from '@muster/contract'
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
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { columns, stateTexts } from './trackColumns.tsx'
import { TrackMenu } from './TrackMenu.tsx'

const TrackForm = lazyDialog(() => import('./TrackForm.tsx').then((file) => file.TrackForm))
const TrackDevicesDialog = lazyDialog(() =>
  import('./TrackDevicesDialog.tsx').then((file) => file.TrackDevicesDialog),
)
const TrackStartDialog = lazyDialog(() =>
  import('./TrackStartDialog.tsx').then((file) => file.TrackStartDialog),
)

const keyword = ['track.name', 'track.remark'] as const

/** Test tracks: who tries a version before anybody else gets it. */
export function TrackList() {
  const list = useList(testTracks)
  const dialogs = {
    form: useDialog<TestTrack>(),
    devices: useDialog<TestTrack>(),
    start: useDialog<TestTrack>(),
  }
  const add = <AddButton code={testTracks.add.permission} dialog={dialogs.form} />
  return (
    <>
      <Filters
        list={list}
        keyword={keyword}
        fields={{
          appId: { label: 'track.app', of: apps },
          state: { label: 'track.state', options: stateTexts },
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={testTracks} list={list} />}
      >
        <RecycleBin of={testTracks} columns={columns} keyword={keyword} />
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        emptyText="track.empty"
        actions={(row) => (
          <RowActions>
            <EditButton
              code={testTracks.update.permission}
              onClick={() => dialogs.form.open(row)}
            />
            <TrackMenu track={row} dialogs={dialogs} />
          </RowActions>
        )}
      />
      <TrackForm dialog={dialogs.form} />
      <TrackDevicesDialog dialog={dialogs.devices} />
      <TrackStartDialog dialog={dialogs.start} />
    </>
  )
}
