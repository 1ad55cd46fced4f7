import { type Connection, type Device, devices } from '@muster/contract'
import { nothing } from '../../../../platform/format.ts'
import { formatDuration } from '../../facts/formatDuration.ts'
import { Loaded } from '../../../../kit/page/Screen.tsx'
import { Ltr, Time } from '../../../../kit/page/values.tsx'
import { t } from '../../../../platform/texts.ts'
import classes from '../detail.module.css'
import { Panel } from '../Panel.tsx'
import { WideTable } from '../WideTable.tsx'
import { BandPanel } from './BandPanel.tsx'
import { PlacesPanel } from './PlacesPanel.tsx'
import { reasonText } from './reasonText.ts'
import { useConnectivity } from './useConnectivity.ts'

/** When the terminal was connected, how often it came back, and why it went. */
export function ConnectivityTab({ device }: { readonly device: Device }) {
  const connectivity = useConnectivity(device.id)
  return (
    <Loaded query={connectivity} permission={devices.connectivity.permission}>
      {(known) => (
        <div className={classes.column}>
          <BandPanel known={known} since={device.createdAt} />
          <Panel title={t('device.connections')}>
            {known.connections.length === 0 ? (
              <p className={classes.quiet}>{t('device.noConnections')}</p>
            ) : (
              <Connections connections={known.connections} until={known.until} />
            )}
          </Panel>
          <PlacesPanel device={device} />
        </div>
      )}
    </Loaded>
  )
}

interface ConnectionsProps {
  readonly connections: readonly Connection[]
  /** Up to when a connection without an end has lasted. */
  readonly until: string
}

/** The band as a table, the newest connection first. */
function Connections({ connections, until }: ConnectionsProps) {
  const newestFirst = connections.toSorted((a, b) => b.connectedAt.localeCompare(a.connectedAt))
  return (
    <WideTable
      label={t('device.connections')}
      heads={[
        'device.connectedAt',
        'device.disconnectedAt',
        'device.duration',
        'device.reason',
        'device.ip',
      ]}
    >
      {newestFirst.map((connection) => (
        <Line key={connection.connectedAt} connection={connection} until={until} />
      ))}
    </WideTable>
  )
}

function Line({ connection, until }: { readonly connection: Connection; readonly until: string }) {
  const { connectedAt, disconnectedAt, reason, ip } = connection
  const length = Date.parse(disconnectedAt ?? until) - Date.parse(connectedAt)
  return (
    <tr>
      <td>
        <Time at={connectedAt} />
      </td>
      <td>{disconnectedAt === null ? t('device.still') : <Time at={disconnectedAt} />}</td>
      <td>{formatDuration(length)}</td>
      <td>{reason === null ? nothing : reasonText(reason)}</td>
      <td>
        <Ltr>{ip}</Ltr>
      </td>
    </tr>
  )
}
