import { type Device, type DeviceConfiguration, devices, type TextKey } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { usePage } from '../../../../kit/page.ts'
import { Loaded } from '../../../../kit/parts/Screen.tsx'
import { Ltr, StatusBadge } from '../../../../kit/parts/values.tsx'
import { query } from '../../../../kit/queries.ts'
import { formatNumber, nothing } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import classes from '../detail.module.css'
import { type Fact, FactList } from '../FactList.tsx'
import { Panel } from '../Panel.tsx'

type State = DeviceConfiguration['state']

const stateTexts: Readonly<Record<State, TextKey>> = {
  IN_SYNC: 'device.settings.IN_SYNC',
  DRIFT: 'device.settings.DRIFT',
  UNKNOWN: 'device.settings.UNKNOWN',
}
const tones: Readonly<Record<State, ComponentProps<typeof StatusBadge>['tone']>> = {
  IN_SYNC: 'good',
  DRIFT: 'waiting',
  UNKNOWN: 'neutral',
}

/** What the terminal is told to do with itself, and whether it says that it does. */
export function SettingsPanel({ device }: { readonly device: Device }) {
  const { active } = usePage()
  const settings = useQuery({
    ...query(devices.configuration, { params: { id: device.id } }),
    subscribed: active,
  })
  return (
    <Panel
      title={t('device.settings')}
      aside={
        settings.data && (
          <StatusBadge tone={tones[settings.data.state]}>
            {t(stateTexts[settings.data.state])}
          </StatusBadge>
        )
      }
    >
      <Loaded query={settings} permission={devices.configuration.permission}>
        {(data) => (
          <>
            {data.state === 'DRIFT' && (
              <p className={classes.quiet}>
                {t(device.presence === 'ONLINE' ? 'device.settings.told' : 'device.settings.later')}
              </p>
            )}
            <FactList facts={factsOf(data)} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function factsOf({ wanted, appliedRev, endpoint }: DeviceConfiguration): readonly Fact[] {
  const { rev, heartbeatSeconds, locationSeconds, timeZone, maintenance } = wanted
  const { storeVisible, launcher } = wanted
  return [
    {
      key: 'rev',
      label: t('device.settings.revision'),
      value:
        appliedRev === null || appliedRev === rev
          ? formatNumber(rev)
          : t('device.settings.revisions', {
              applied: formatNumber(appliedRev),
              wanted: formatNumber(rev),
            }),
    },
    {
      key: 'beat',
      label: t('organization.config.heartbeatSeconds'),
      value: formatNumber(heartbeatSeconds),
    },
    {
      key: 'location',
      label: t('organization.config.locationMinutes'),
      value: locationSeconds
        ? formatNumber(locationSeconds / 60)
        : t('organization.config.fromAgent'),
    },
    { key: 'zone', label: t('device.info.timezone'), value: <Ltr>{timeZone}</Ltr> },
    {
      key: 'window',
      label: t('organization.config.maintenance'),
      value: maintenance
        ? t('organization.config.windowOf', maintenance)
        : t('organization.config.always'),
    },
    {
      key: 'store',
      label: t('organization.config.storeVisible'),
      value: storeVisible === undefined ? nothing : t(storeVisible ? 'kit.yes' : 'kit.no'),
    },
    { key: 'launcher', label: t('organization.config.launcher'), value: <Ltr>{launcher}</Ltr> },
    { key: 'endpoint', label: t('device.settings.endpoint'), value: <Ltr>{endpoint}</Ltr> },
    ...pointsOf(wanted.endpoints ?? []),
  ]
}

function pointsOf(
  endpoints: NonNullable<DeviceConfiguration['wanted']['endpoints']>,
): readonly Fact[] {
  if (endpoints.length === 0) return []
  const value = (
    <ul className={classes.points}>
      {endpoints.map(({ kind, url, region }) => (
        <li key={`${kind} ${url}`}>
          {t(`platform.kind.${kind}`)} <Ltr>{url}</Ltr> {region}
        </li>
      ))}
    </ul>
  )
  return [{ key: 'points', label: t('device.settings.points'), value }]
}
