import { type Device, devices, type TextKey } from '@muster/contract'
import type { Column, Columns } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Day, Ltr, Time } from '../../../kit/page/values.tsx'
import { formatAll, nothing } from '../../../platform/format.ts'
import { Battery } from '../facts/Battery.tsx'
import {
  fenceTexts,
  lifecycleTexts,
  lockTexts,
  networkTexts,
  presenceTexts,
} from '../facts/deviceTexts.ts'
import { FenceState } from '../facts/FenceState.tsx'
import { LifecycleBadge } from '../facts/LifecycleBadge.tsx'
import { LockState } from '../facts/LockState.tsx'
import { Presence } from '../facts/Presence.tsx'
import { RelativeTime } from '../facts/RelativeTime.tsx'
import { Signal } from '../facts/Signal.tsx'
import { bandColumn, behindColumn, pictureColumns } from './pictureColumns.tsx'
import { standColumns } from './standColumns.tsx'
import { DeviceLink } from '../facts/DeviceLink.tsx'

const code = (key: Code, title: TextKey, width: number): Column<Device> => ({
  key,
  title,
  width,
  isExtra: true,
  render: (device) => <Ltr>{device[key]}</Ltr>,
})

/** Codes that few look for: shown to who asks for them. */
const codeColumns: Columns<Device> = [
  code('tid', 'device.tid', 130),
  code('mid', 'device.mid', 130),
  code('agentVersion', 'device.agentVersion', 110),
  code('imei', 'device.imei', 150),
  code('imei2', 'device.imei2', 150),
  code('mac', 'device.mac', 150),
  code('iccid', 'device.iccid', 190),
  code('iccid2', 'device.iccid2', 190),
  code('batchNo', 'device.batchNo', 120),
  code('purchaseOrder', 'device.purchaseOrder', 140),
]

/** What else few look for. */
const extraColumns: Columns<Device> = [
  {
    key: 'tags',
    title: 'device.tags',
    width: 160,
    isExtra: true,
    render: ({ tags }) => (tags.length === 0 ? nothing : formatAll(tags)),
  },
  {
    key: 'activatedAt',
    title: 'device.activatedAt',
    holds: 'moment',
    isExtra: true,
    render: ({ activatedAt }) => <Time at={activatedAt} />,
  },
  {
    key: 'endOfSupport',
    title: 'model.endOfSupport',
    holds: 'day',
    isExtra: true,
    render: ({ endOfSupport }) => <Day on={endOfSupport} />,
  },
  {
    key: 'createdAt',
    title: 'device.createdAt',
    holds: 'moment',
    sortable: true,
    isExtra: true,
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    key: 'attributes',
    title: 'device.attributes',
    width: 200,
    isExtra: true,
    file: [],
    render: ({ attributes }) =>
      attributes.map(({ name, value }) => `${name}: ${value}`).join('; ') || nothing,
  },
  { key: 'remark', title: 'device.remark', width: 200, isExtra: true },
]

type Code =
  | 'tid'
  | 'mid'
  | 'agentVersion'
  | 'imei'
  | 'imei2'
  | 'mac'
  | 'iccid'
  | 'iccid2'
  | 'batchNo'
  | 'purchaseOrder'

/** What tells a terminal in the recycle bin from others: it reports nothing, and has no page. */
export const binColumns: Columns<Device> = [
  { key: 'sn', title: 'device.sn', sortable: true, render: ({ sn }) => <Ltr>{sn}</Ltr> },
  { key: 'name', title: 'device.name', sortable: true },
  { key: 'modelName', title: 'device.model', sortable: true },
  { key: 'orgName', title: 'device.organization', sortable: true },
  { key: 'lifecycle', title: 'device.lifecycle', width: 120, render: LifecycleBadge },
]

export const columns: Columns<Device> = [
  {
    key: 'sn',
    title: 'device.sn',
    sortable: true,
    width: 136,
    render: ({ id, sn }) => <DeviceLink id={id} sn={sn} />,
  },
  { key: 'name', title: 'device.name', sortable: true },
  {
    key: 'presence',
    title: 'device.presence',
    width: 104,
    words: presenceTexts,
    render: Presence,
  },
  {
    key: 'lastSeenAt',
    sortable: true,
    title: 'device.lastSeen',
    width: 118,
    render: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />,
  },
  bandColumn,
  { key: 'modelName', sortable: true, title: 'device.model', width: 108 },
  { key: 'orgName', sortable: true, title: 'device.organization', width: 130 },
  { key: 'stationName', sortable: true, title: 'device.station', width: 130 },
  {
    key: 'firmware',
    sortable: true,
    title: 'device.firmware',
    width: 150,
    render: ({ firmware }) => <Ltr>{firmware}</Ltr>,
  },
  behindColumn,
  {
    key: 'batteryPercent',
    sortable: true,
    title: 'device.battery',
    width: 94,
    file: [{ key: 'batteryPercent', title: 'device.batteryPercent' }],
    render: Battery,
  },
  { key: 'networkType', title: 'device.network', width: 112, words: networkTexts, render: Signal },
  statusColumn(devices),
  {
    key: 'lifecycle',
    sortable: true,
    title: 'device.lifecycle',
    width: 112,
    words: lifecycleTexts,
    render: LifecycleBadge,
  },
  {
    key: 'lockState',
    sortable: true,
    title: 'device.lock',
    width: 112,
    words: lockTexts,
    render: LockState,
  },
  { key: 'vendorName', title: 'device.vendor', width: 125 },
  {
    key: 'fenceState',
    sortable: true,
    title: 'device.fence',
    width: 112,
    words: fenceTexts,
    render: FenceState,
  },
  {
    key: 'warrantyEnd',
    title: 'device.warrantyEnd',
    holds: 'day',
    render: ({ warrantyEnd }) => <Day on={warrantyEnd} />,
  },
  ...standColumns,
  ...codeColumns,
  ...extraColumns,
]

/** Those whose values rows have, by what they are asked for. */
export const columnsWith = (more: 'pictures' | 'stand' | undefined): Columns<Device> =>
  more === 'stand' ? columns : more === 'pictures' ? picturedColumns : usualColumns

const picturedColumns = columns.filter((column) => !standColumns.includes(column))
const usualColumns = picturedColumns.filter((column) => !pictureColumns.includes(column))
