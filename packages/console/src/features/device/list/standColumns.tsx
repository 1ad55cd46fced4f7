import type { Device } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { formatAll, formatBytes, nothing } from '../../../platform/format.ts'
import { severityTexts } from '../../alarm/index.ts'
import { ParamStandOf, OpenAlarmsOf, OpenTicketOf, SecurityOf } from '../facts/Stand.tsx'
import { paramStandTexts, securityTexts } from '../facts/standTexts.ts'
import { stateTexts } from '../repair/repairTexts.ts'

const megabyte = 1_048_576

/** How a terminal stands: shown to who asks for it. What is found out row by row has no order. */
export const standColumns: Columns<Device> = [
  {
    key: 'openAlarms',
    title: 'device.openAlarms',
    width: 140,
    isExtra: true,
    file: [
      { key: 'openAlarms', title: 'device.openAlarms' },
      { key: 'worstSeverity', title: 'device.worstSeverity', words: severityTexts },
    ],
    render: (device) => <OpenAlarmsOf {...device} />,
  },
  {
    key: 'repairNo',
    title: 'device.openTicket',
    width: 260,
    isExtra: true,
    file: [
      { key: 'repairNo', title: 'device.openTicket' },
      { key: 'repairState', title: 'device.openTicketState', words: stateTexts },
    ],
    render: (device) => <OpenTicketOf {...device} />,
  },
  {
    key: 'security',
    title: 'device.security',
    width: 150,
    isExtra: true,
    words: securityTexts,
    render: SecurityOf,
  },
  {
    key: 'paramStand',
    title: 'device.paramStand',
    width: 150,
    isExtra: true,
    words: paramStandTexts,
    file: [
      { key: 'paramStand', title: 'device.paramStand', words: paramStandTexts },
      { key: 'driftedApps', title: 'device.driftedApps' },
    ],
    render: ParamStandOf,
  },
  {
    key: 'freeMb',
    title: 'device.freeStorage',
    width: 120,
    isExtra: true,
    align: 'end',
    file: [{ key: 'freeMb', title: 'filter.field.freeMb' }],
    render: ({ freeMb = null }) => (freeMb === null ? nothing : formatBytes(freeMb * megabyte)),
  },
  {
    key: 'osVersion',
    title: 'filter.field.osVersion',
    width: 130,
    isExtra: true,
    render: ({ osVersion }) => <Ltr>{osVersion}</Ltr>,
  },
  {
    key: 'patchLevel',
    title: 'filter.field.patchLevel',
    width: 130,
    isExtra: true,
    render: ({ patchLevel }) => <Ltr>{patchLevel}</Ltr>,
  },
  {
    key: 'locatedAt',
    title: 'device.locatedAt',
    holds: 'moment',
    isExtra: true,
    render: ({ locatedAt = null }) => <Time at={locatedAt} />,
  },
  {
    key: 'ip',
    title: 'device.ip',
    width: 140,
    isExtra: true,
    render: ({ ip }) => <Ltr>{ip}</Ltr>,
  },
  {
    key: 'timezone',
    title: 'device.info.timezone',
    width: 150,
    isExtra: true,
    render: ({ timezone }) => <Ltr>{timezone}</Ltr>,
  },
  {
    key: 'mainApp',
    title: 'device.mainApp',
    width: 220,
    isExtra: true,
    file: [
      { key: 'mainApp', title: 'device.mainApp' },
      { key: 'mainAppVersion', title: 'device.mainAppVersion' },
    ],
    render: ({ mainApp, mainAppName, mainAppVersion }) => {
      if (!mainApp) return nothing
      if (!mainAppName) return <Ltr>{[mainApp, mainAppVersion].filter(Boolean).join(' ')}</Ltr>
      return (
        <span title={mainApp}>
          <bdi>{mainAppName}</bdi> {mainAppVersion && <Ltr>{mainAppVersion}</Ltr>}
        </span>
      )
    },
  },
  { key: 'categoryName', title: 'filter.field.categoryId', width: 130, isExtra: true },
  {
    key: 'labels',
    title: 'device.labels',
    width: 160,
    isExtra: true,
    render: ({ labels = [] }) => (labels.length === 0 ? nothing : formatAll(labels)),
  },
]
