import type { LoginSession } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { Ltr, StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { DeviceLink, networkTexts, reasonText } from '../../device/index.ts'
import { durationText } from '../../task/index.ts'
import classes from './login.module.css'
import { endTexts, protocolTexts } from './loginTexts.ts'

interface TerminalProps {
  readonly deviceId: string
  readonly sn: string | null
}

/** The terminal, while there is one. */
export function Terminal({ deviceId, sn }: TerminalProps) {
  if (sn === null) return <span className={classes.hint}>{t('deviceLogin.gone')}</span>
  return <DeviceLink id={deviceId} sn={sn} tab="connectivity" />
}

function End({ reason, disconnectedAt }: LoginSession) {
  if (disconnectedAt === null)
    return <StatusBadge tone="good">{t('deviceLogin.reason.OPEN')}</StatusBadge>
  return reason === null ? nothing : reasonText(reason)
}

export const loginColumns: Columns<LoginSession> = [
  {
    key: 'at',
    title: 'deviceLogin.at',
    holds: 'moment',
    sortable: true,
    render: ({ at }) => <Time at={at} />,
  },
  { key: 'sn', title: 'deviceLogin.sn', width: 140, render: Terminal },
  { key: 'reason', title: 'deviceLogin.reason', width: 190, words: endTexts, render: End },
  {
    key: 'seconds',
    title: 'deviceLogin.duration',
    width: 100,
    align: 'end',
    file: [{ key: 'seconds', title: 'deviceLogin.seconds' }],
    render: ({ seconds }) => durationText(seconds),
  },
  { key: 'ip', title: 'deviceLogin.ip', width: 130, render: ({ ip }) => <Ltr>{ip}</Ltr> },
  {
    key: 'network',
    title: 'deviceLogin.network',
    width: 110,
    words: networkTexts,
  },
  {
    key: 'protocol',
    title: 'deviceLogin.protocol',
    width: 120,
    words: protocolTexts,
    render: ({ protocol }) => (protocol ? <Ltr>{t(protocolTexts[protocol])}</Ltr> : nothing),
  },
  {
    key: 'orgName',
    title: 'deviceLogin.org',
    width: 150,
    render: ({ orgName }) => <Words>{orgName}</Words>,
  },
  {
    key: 'disconnectedAt',
    title: 'deviceLogin.disconnectedAt',
    holds: 'moment',
    render: ({ disconnectedAt }) => <Time at={disconnectedAt} />,
  },
  {
    key: 'deviceName',
    title: 'deviceLogin.name',
    width: 140,
    render: ({ deviceName }) => <Words>{deviceName}</Words>,
  },
  {
    key: 'modelName',
    title: 'deviceLogin.model',
    width: 120,
    render: ({ modelName }) => <Words>{modelName}</Words>,
  },
  {
    key: 'clientId',
    title: 'deviceLogin.clientId',
    width: 150,
    render: ({ clientId }) => <Ltr>{clientId}</Ltr>,
  },
  {
    key: 'agentVersion',
    title: 'deviceLogin.agent',
    width: 90,
    render: ({ agentVersion }) => <Ltr>{agentVersion}</Ltr>,
  },
  { key: 'node', title: 'deviceLogin.node', width: 140, render: ({ node }) => <Ltr>{node}</Ltr> },
]
