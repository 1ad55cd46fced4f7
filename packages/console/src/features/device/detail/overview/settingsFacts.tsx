import type { DeviceConfiguration } from '@muster/contract'
import type { ReactNode } from 'react'
import { Ltr } from '../../../../kit/page/values.tsx'
import { formatNumber, nothing } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import classes from '../detail.module.css'
import type { Fact } from '../FactList.tsx'

type Wanted = DeviceConfiguration['wanted']

/** The settings of a terminal in words, and what it says of them. */
export function settingsFacts(settings: DeviceConfiguration): readonly Fact[] {
  const { wanted, endpoint } = settings
  const { heartbeatSeconds, timeZone, launcher, endpoints = [] } = wanted
  const facts: readonly Fact[] = [
    fact('revision', t('device.settings.revision'), revisionOf(settings)),
    fact('beat', t('organization.config.heartbeatSeconds'), formatNumber(heartbeatSeconds)),
    fact('location', t('organization.config.locationMinutes'), locationOf(wanted)),
    fact('zone', t('device.info.timezone'), <Ltr>{timeZone}</Ltr>),
    fact('window', t('organization.config.maintenance'), windowOf(wanted)),
    fact('store', t('organization.config.storeVisible'), storeOf(wanted)),
    fact('launcher', t('organization.config.launcher'), <Ltr>{launcher}</Ltr>),
    fact('endpoint', t('device.settings.endpoint'), <Ltr>{endpoint}</Ltr>),
  ]
  if (endpoints.length === 0) return facts
  return [...facts, fact('points', t('device.settings.points'), <Points endpoints={endpoints} />)]
}

const fact = (key: string, label: string, value: ReactNode): Fact => ({ key, label, value })

function revisionOf({ wanted: { rev }, appliedRev }: DeviceConfiguration): string {
  const wanted = formatNumber(rev)
  if (appliedRev === null || appliedRev === rev) return wanted
  return t('device.settings.revisions', { applied: formatNumber(appliedRev), wanted })
}

const locationOf = ({ locationSeconds }: Wanted): string =>
  locationSeconds ? formatNumber(locationSeconds / 60) : t('organization.config.fromAgent')

const windowOf = ({ maintenance }: Wanted): string =>
  maintenance ? t('organization.config.windowOf', maintenance) : t('organization.config.always')

const storeOf = ({ storeVisible }: Wanted): string =>
  storeVisible === undefined ? nothing : t(storeVisible ? 'kit.yes' : 'kit.no')

function Points({ endpoints }: { readonly endpoints: NonNullable<Wanted['endpoints']> }) {
  return (
    <ul className={classes.points}>
      {endpoints.map(({ kind, url, region }) => (
        <li key={`${kind} ${url}`}>
          {t(`platform.kind.${kind}`)} <Ltr>{url}</Ltr> {region}
        </li>
      ))}
    </ul>
  )
}
