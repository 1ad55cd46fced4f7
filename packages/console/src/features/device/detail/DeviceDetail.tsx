import {
  actionLog,
  type DetailedDevice,
  type Device,
  deviceLog,
  devices,
  effectiveParams,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { navigate } from '../../../platform/address.ts'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { AwaitedPart } from '../../../kit/page/AwaitedPart.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { DetailPage, type DetailTab } from '../../../kit/page/DetailPage.tsx'
import { Loaded, Screen, Toolbar } from '../../../kit/page/Screen.tsx'
import { pathOf, query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { lazyDialog, lazyPart } from '../../../platform/lazyPart.tsx'
import { EffectiveTable } from '../functional/EffectiveTable.tsx'
import { CommandDialogs } from '../command/CommandDialogs.tsx'
import { useCommandDialogs } from '../command/useCommandDialogs.ts'
import { DeviceAlarms } from '../../alarm/index.ts'
import type { DeviceTab } from '../facts/deviceTexts.ts'
import { AccessoriesTab } from './accessories/AccessoriesTab.tsx'
import { ActionBar } from './ActionBar.tsx'
import { AppsTab } from './apps/AppsTab.tsx'
import { ConnectivityTab } from './connectivity/ConnectivityTab.tsx'
import { DeviceHead } from './DeviceHead.tsx'
import { HardwareTab } from './hardware/HardwareTab.tsx'
import { KeysTab } from './keys/KeysTab.tsx'
import { OverviewTab } from './overview/OverviewTab.tsx'
import { TasksTab } from './tasks/TasksTab.tsx'
import { useFreshInformation } from './useFreshInformation.ts'
import { useRefresh } from '../useRefresh.ts'

const LocationTab = lazyPart(async () => (await import('../location/LocationTab.tsx')).LocationTab)

const ParamsTab = lazyPart(
  async () => (await import('../../param/index.ts')).ParamsTab,
  AwaitedPart,
)

const DeviceLogTab = lazyPart(
  async () => (await import('../log/DeviceLogTab.tsx')).DeviceLogTab,
  AwaitedPart,
)

const DeviceForm = lazyDialog(() =>
  import('../form/DeviceForm.tsx').then((file) => file.DeviceForm),
)

/** DEVICE: everything about one terminal, and what can be asked of it. */
export function DeviceDetail() {
  const { params, active } = usePage()
  const id = params['id'] ?? ''
  const device = useQuery({ ...query(devices.detail, { params: { id } }), subscribed: active })
  useRefresh(pathOf(devices.detail, { params: { id } }))
  if (device.data) return <DevicePage device={device.data} />
  return (
    <Screen title="device.page">
      <Toolbar>
        <Button variant="default" size="xs" onClick={() => navigate(listPath)}>
          {t('kit.back')}
        </Button>
      </Toolbar>
      <Loaded query={device} permission={devices.detail.permission}>
        {() => null}
      </Loaded>
    </Screen>
  )
}

const listPath = '/device/list'

/** Addresses lead to each of them. */
type OwnTab = DetailTab & { readonly key: DeviceTab }

const paramsTab = ({ id, sn }: DetailedDevice): OwnTab => ({
  key: 'parameters',
  title: 'param.tab',
  content: () => <ParamsTab deviceId={id} sn={sn} />,
})

const RecordHistory = lazyPart(
  async () => (await import('../../log/index.ts')).RecordHistory,
  AwaitedPart,
)

const historyTab = ({ id }: DetailedDevice): OwnTab => ({
  key: 'history',
  title: 'device.tab.history',
  content: () => <RecordHistory id={id} />,
})

const logTab = ({ id, sn }: DetailedDevice): OwnTab => ({
  key: 'log',
  title: 'deviceLog.tab',
  content: () => <DeviceLogTab deviceId={id} sn={sn} />,
})

const accessoriesTab = ({ id }: DetailedDevice): OwnTab => ({
  key: 'accessories',
  title: 'device.accessories',
  content: () => <AccessoriesTab deviceId={id} />,
})

const keysTab = ({ id }: DetailedDevice): OwnTab => ({
  key: 'keys',
  title: 'device.keys',
  content: () => <KeysTab deviceId={id} />,
})

/** Tabs that ask for rights of their own. */
interface May {
  readonly readParams: boolean
  readonly readLog: boolean
  readonly readActions: boolean
}

const tabsOf = (device: DetailedDevice, may: May): readonly OwnTab[] => [
  {
    key: 'overview',
    title: 'device.tab.overview',
    content: () => <OverviewTab device={device} />,
  },
  {
    key: 'hardware',
    title: 'device.tab.hardware',
    content: () => <HardwareTab device={device} />,
  },
  accessoriesTab(device),
  keysTab(device),
  {
    key: 'alarms',
    title: 'alarm.title',
    content: () => <DeviceAlarms deviceId={device.id} />,
  },
  { key: 'apps', title: 'device.tab.apps', content: () => <AppsTab device={device} /> },
  ...(may.readParams ? [paramsTab(device)] : []),
  { key: 'tasks', title: 'device.tab.tasks', content: () => <TasksTab device={device} /> },
  {
    key: 'connectivity',
    title: 'device.tab.connectivity',
    content: () => <ConnectivityTab device={device} />,
  },
  {
    key: 'functions',
    title: 'functional.tab',
    content: () => <EffectiveTable deviceId={device.id} />,
  },
  {
    key: 'location',
    title: 'location.tab',
    content: () => <LocationTab device={device} />,
  },
  ...(may.readLog ? [logTab(device)] : []),
  ...(may.readActions ? [historyTab(device)] : []),
]

function DevicePage({ device }: { readonly device: DetailedDevice }) {
  const { setTitle } = usePage()
  const form = useDialog<Device>()
  const dialogs = useCommandDialogs()
  const may = {
    readParams: useCan(effectiveParams.apps.permission),
    readLog: useCan(deviceLog.page.permission),
    readActions: useCan(actionLog.page.permission),
  }
  useFreshInformation(device)
  useEffect(() => setTitle(device.sn), [setTitle, device.sn])
  return (
    <>
      <DetailPage
        title={device.sn}
        back={listPath}
        head={
          <>
            <ActionBar device={device} dialogs={dialogs} form={form} />
            <DeviceHead device={device} life={dialogs.life} />
          </>
        }
        tabs={tabsOf(device, may)}
      />
      <DeviceForm dialog={form} />
      <CommandDialogs {...dialogs} />
    </>
  )
}
