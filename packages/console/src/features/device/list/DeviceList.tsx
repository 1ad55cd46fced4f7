import { commandPermissions, type Device, devices, deviceSheet } from '@muster/contract'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { useList } from '../../../kit/list/useList.ts'
import { AddButton } from '../../../kit/list/buttons.tsx'
import { chosenPart } from '../../../kit/list/chosenPart.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { Screen } from '../../../kit/page/Screen.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { useCan } from '../../../kit/session.ts'
import { countOf, useOfferSelection } from '../../../ui/table/useSelection.ts'
import { CommandDialogs } from '../command/CommandDialogs.tsx'
import { ManyDialogs } from '../command/ManyDialogs.tsx'
import { useCommandDialogs } from '../command/useCommandDialogs.ts'
import { useManyDialogs } from '../command/useManyDialogs.ts'
import { LifeChosen } from '../life/LifeChosen.tsx'
import { RowMenu } from '../menu/RowMenu.tsx'
import { DeviceFilters, searched } from './DeviceFilters.tsx'
import { binColumns, columns, columnsWith } from './deviceColumns.tsx'
import { EmptyEstate } from './EmptyEstate.tsx'
import { EstateCounters } from './EstateCounters.tsx'
import { SaveAsGroup } from './SaveAsGroup.tsx'
import { useMoreShown } from './useMoreShown.ts'
import { useRefresh } from '../useRefresh.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { ImportButton } from '../../../kit/import/ImportButton.tsx'

const GiveTask = chosenPart(() => import('../../push/index.ts').then((file) => file.GiveTask))
const GiveAppTask = chosenPart(() => import('../../push/index.ts').then((file) => file.GiveAppTask))
const PlanChosen = chosenPart(() =>
  import('../../upgrade/index.ts').then((file) => file.PlanChosen),
)
const DeviceForm = lazyDialog(() =>
  import('../form/DeviceForm.tsx').then((file) => file.DeviceForm),
)
const CommandChosen = chosenPart(async () => (await import('./CommandChosen.tsx')).CommandChosen)
const MoreCommands = chosenPart(async () => (await import('./CommandChosen.tsx')).MoreCommands)

/** DEVICE_LIST: the estate. Find a terminal, see how it is, act on it. */
export function DeviceList() {
  const more = useMoreShown()
  const list = useList(devices, { more })
  const form = useDialog<Device>()
  const dialogs = useCommandDialogs()
  const many = useManyDialogs()
  const offers = [...Object.values(commandPermissions), devices.releaseMany.permission]
  useOfferSelection(list, useCan(offers))
  useRefresh(devices.page.path)
  return (
    <Screen title="device.title">
      <DeviceFilters list={list} />
      <ActionLine
        list={list}
        columns={columns}
        segments={<EstateCounters list={list} />}
        chosen={
          <>
            {countOf(list) > 0 && <CommandChosen list={list} rows={list.rows} dialogs={many} />}
            {countOf(list) > 0 && <GiveTask list={list} />}
            {countOf(list) > 0 && <GiveAppTask list={list} />}
            {countOf(list) > 0 && <PlanChosen list={list} />}
            <LifeChosen list={list} dialog={dialogs.life} />
            {countOf(list) > 0 && (
              <MoreCommands
                list={list}
                rows={list.rows}
                dialogs={many}
                life={{ list, dialog: dialogs.life }}
                sets={{ list, dialog: dialogs.sets }}
              />
            )}
            <RemoveSelected of={devices} list={list} />
          </>
        }
      >
        <SaveAsGroup list={list} />
        <RecycleBin of={devices} columns={binColumns} keyword={searched} />
        <ExportButton list={list} columns={columns} />
        <ImportButton of={deviceSheet} />
        <AddButton code={devices.add.permission} dialog={form} />
      </ActionLine>
      <DataTable
        list={list}
        columns={columnsWith(more)}
        empty={<EmptyEstate form={form} />}
        actionsWidth={76}
        actions={(device) => <RowMenu device={device} dialogs={dialogs} form={form} />}
      />
      <DeviceForm dialog={form} />
      <CommandDialogs {...dialogs} />
      <ManyDialogs dialogs={many} list={list} />
    </Screen>
  )
}
