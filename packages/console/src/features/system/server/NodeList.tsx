import { server, type ServerNode, type TextKey } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr, StatusBadge, Time } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { formatBytes, formatNumber, formatPercent, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { type PlainColumn, ColumnTable } from './ColumnTable.tsx'

type State = ServerNode['state']

/** Milliseconds between two readings: processes beat every five seconds. */
export const refreshMs = 5_000

const stateTexts: Readonly<Record<State, TextKey>> = {
  UP: 'platform.state.UP',
  LATE: 'platform.state.LATE',
  GONE: 'platform.state.GONE',
}
const tones: Readonly<Record<State, ComponentProps<typeof StatusBadge>['tone']>> = {
  UP: 'good',
  LATE: 'waiting',
  GONE: 'bad',
}
const warningTexts: Readonly<Record<ServerNode['warnings'][number], TextKey>> = {
  unboundSessions: 'platform.warning.unboundSessions',
  virtualRole: 'platform.warning.virtualRole',
}

/** The processes of the platform, and what was set on them that belongs to no open network. */
export function NodeList() {
  const { active } = usePage()
  const read = useQuery({
    ...query(server.metrics, {}),
    enabled: useCan(server.metrics.permission),
    subscribed: active,
    refetchInterval: refreshMs,
  })
  return (
    <Loaded query={read} permission={server.metrics.permission}>
      {({ nodes }) => (
        <>
          {[
            ...new Set(nodes.flatMap(({ state, warnings }) => (state === 'GONE' ? [] : warnings))),
          ].map((warning) => (
            <Callout key={warning} title={t('platform.warning')}>
              {t(warningTexts[warning])}
            </Callout>
          ))}
          <ColumnTable
            label={t('platform.nodes')}
            columns={columns}
            rows={nodes}
            keyOf={({ id }) => id}
            empty="platform.noNodes"
          />
        </>
      )}
    </Loaded>
  )
}

/** Whether a process can do its work, and in its own words why not. */
function Ready({ state, faults, worries }: ServerNode) {
  if (state === 'GONE') return nothing
  const isReady = faults.length === 0
  return (
    <>
      <StatusBadge tone={isReady ? 'good' : 'bad'}>{t(isReady ? 'kit.yes' : 'kit.no')}</StatusBadge>
      {[...faults, ...worries].map((reason) => (
        <p key={reason} lang="en" dir="ltr">
          {reason}
        </p>
      ))}
    </>
  )
}

const columns: readonly PlainColumn<ServerNode>[] = [
  {
    title: 'platform.state',
    render: ({ state }) => <StatusBadge tone={tones[state]}>{t(stateTexts[state])}</StatusBadge>,
  },
  { title: 'platform.ready', render: Ready },
  {
    title: 'platform.process',
    render: ({ host, pid }) => <Ltr>{`${host}:${pid}`}</Ltr>,
  },
  { title: 'platform.roles', render: ({ roles }) => <Ltr>{roles.join(', ')}</Ltr> },
  { title: 'platform.version', render: ({ version }) => <Ltr>{version}</Ltr> },
  { title: 'platform.upSince', render: ({ startedAt }) => <Time at={startedAt} /> },
  { title: 'platform.beatAt', render: ({ beatAt }) => <Time at={beatAt} /> },
  { title: 'platform.cpu', render: ({ cpu }) => formatPercent(cpu) },
  { title: 'platform.memory', render: ({ memoryBytes }) => formatBytes(memoryBytes) },
  {
    title: 'platform.loopDelay',
    render: ({ loopDelayMs }) =>
      t('platform.milliseconds', { number: formatNumber(Math.round(loopDelayMs)) }),
  },
  {
    title: 'platform.disk',
    render: ({ diskFreeBytes, diskTotalBytes }) =>
      t('platform.diskOf', {
        free: formatBytes(diskFreeBytes),
        total: formatBytes(diskTotalBytes),
      }),
  },
  { title: 'platform.terminals', render: ({ terminals }) => formatNumber(terminals) },
  { title: 'platform.sockets', render: ({ sockets }) => formatNumber(sockets) },
]
