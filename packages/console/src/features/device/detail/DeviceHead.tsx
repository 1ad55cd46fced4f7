import { type Device, locations } from '@muster/contract'
import { useState } from 'react'
import { Ltr, StatusBadge, Time } from '../../../kit/page/values.tsx'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { OpenAlarms } from '../../alarm/index.ts'
import { Battery } from '../facts/Battery.tsx'
import { endOf } from '../facts/endOf.ts'
import { LifecycleBadge } from '../facts/LifecycleBadge.tsx'
import { LockState } from '../facts/LockState.tsx'
import { Presence } from '../facts/Presence.tsx'
import { RelativeTime } from '../facts/RelativeTime.tsx'
import { Signal } from '../facts/Signal.tsx'
import { TabLink } from '../facts/TabLink.tsx'
import type { LifeDialogState } from '../life/useLifeDialog.ts'
import classes from './detail.module.css'
import { HealthLine } from './Health.tsx'
import { Phrase } from '../../../kit/page/Phrase.tsx'

/** What is over, beside what is there. */
function Ends({ device }: { readonly device: Device }) {
  const [now] = useState(() => Date.now())
  const isOver = (on: string | null) => endOf({ on, days: 0, now }) === 'ended'
  return (
    <>
      {isOver(device.warrantyEnd) && (
        <StatusBadge tone="waiting">{t('device.warrantyOver')}</StatusBadge>
      )}
      {isOver(device.endOfSupport) && (
        <StatusBadge tone="bad">{t('device.supportOver')}</StatusBadge>
      )}
    </>
  )
}

/** The way to where it is on the map, named after its station. */
function OnMap({ device: { id, stationName } }: { readonly device: Device }) {
  if (!useCan(locations.detail.permission)) return null
  return (
    <TabLink className={classes.pin} id={id} tab="location">
      <Icon name="pin" size={14} />
      {stationName ?? t('location.onMap')}
    </TabLink>
  )
}

interface DeviceHeadProps {
  readonly device: Device
  /** Where the moves of its life are asked about. */
  readonly life: LifeDialogState
}

/** Who the terminal is, and how it is at this moment. */
export function DeviceHead({ device, life }: DeviceHeadProps) {
  return (
    <div className={classes.now}>
      <p className={classes.who}>
        {device.name && <strong>{device.name}</strong>}
        <span>{device.modelName}</span>
        <span>{device.orgName}</span>
      </p>
      <div className={classes.how}>
        <Presence presence={device.presence} />
        {device.presenceSince && (
          <span className={classes.quiet}>
            <Phrase text={t('device.since')} parts={{ time: <Time at={device.presenceSince} /> }} />
          </span>
        )}
        <LifecycleBadge lifecycle={device.lifecycle} />
        {device.lockState !== 'NONE' && <LockState {...device} />}
        {device.status === 0 && <StatusBadge tone="bad">{t('kit.disabled')}</StatusBadge>}
        <OpenAlarms deviceId={device.id} />
        <Ends device={device} />
        {device.lastSeenAt && (
          <span>
            <span className={classes.quiet}>{t('device.lastSeen')}</span>{' '}
            <RelativeTime at={device.lastSeenAt} />
          </span>
        )}
        {device.firmware && (
          <span>
            <span className={classes.quiet}>{t('device.firmware')}</span>{' '}
            <Ltr>{device.firmware}</Ltr>
          </span>
        )}
        {device.batteryPercent !== null && <Battery {...device} />}
        {device.networkType !== null && <Signal {...device} />}
        <OnMap device={device} />
      </div>
      <HealthLine device={device} life={life} />
    </div>
  )
}
