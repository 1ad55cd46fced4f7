import type { Device } from '@muster/contract'
import { Time } from '../../../kit/parts/values.tsx'
import { t } from '../../../platform/texts.ts'
import { Battery } from '../facts/Battery.tsx'
import { LifecycleBadge } from '../facts/LifecycleBadge.tsx'
import { Presence } from '../facts/Presence.tsx'
import { RelativeTime } from '../facts/RelativeTime.tsx'
import { Signal } from '../facts/Signal.tsx'
import classes from './detail.module.css'
import { Phrase } from './Phrase.tsx'

/** How the terminal is at this moment. */
export function DeviceHead({ device }: { readonly device: Device }) {
  return (
    <div className={classes.now}>
      {device.name && <strong>{device.name}</strong>}
      <span>{device.modelName}</span>
      <LifecycleBadge lifecycle={device.lifecycle} />
      <Presence presence={device.presence} />
      {device.presenceSince && (
        <span className={classes.quiet}>
          <Phrase text={t('device.since')} parts={{ time: <Time at={device.presenceSince} /> }} />
        </span>
      )}
      {device.lastSeenAt && (
        <span>
          <span className={classes.quiet}>{t('device.lastSeen')}</span>{' '}
          <RelativeTime at={device.lastSeenAt} />
        </span>
      )}
      {device.batteryPercent !== null && <Battery {...device} />}
      {device.networkType !== null && <Signal {...device} />}
    </div>
  )
}
