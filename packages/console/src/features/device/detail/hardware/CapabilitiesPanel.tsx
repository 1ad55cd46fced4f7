import { type Capabilities, type Device, devices } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../../kit/page/page.ts'
import { Ltr, StatusBadge } from '../../../../kit/page/values.tsx'
import { query } from '../../../../kit/queries.ts'
import { t } from '../../../../platform/texts.ts'
import { MenuIcon } from '../../../../ui/MenuIcon.tsx'
import classes from '../detail.module.css'
import { Panel } from '../Panel.tsx'
import { Reported } from '../Reported.tsx'
import capability from './capabilities.module.css'

type Capability = Capabilities['features'][number]

/** What the terminal says it can do, and where its vendor's matrix says otherwise. */
export function CapabilitiesPanel({ device }: { readonly device: Device }) {
  const { active } = usePage()
  const asked = query(devices.capabilities, { params: { id: device.id } })
  const { data } = useQuery({ ...asked, subscribed: active })
  if (!data || data.features.length === 0) return null
  const { reportedAt, features } = data
  return (
    <Panel
      title={t('device.capabilities')}
      aside={reportedAt ? <Reported at={reportedAt} /> : undefined}
    >
      {reportedAt === null && <p className={classes.quiet}>{t('device.capabilitiesUntold')}</p>}
      <ul className={capability.list}>
        {features.map((feature) => (
          <li key={feature.code}>
            {feature.icon && <MenuIcon name={feature.icon} />}
            <span className={capability.name}>
              <bdi>{feature.name}</bdi> <Ltr>{feature.code}</Ltr>
            </span>
            <State feature={feature} isTold={reportedAt !== null} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function State({ feature, isTold }: { readonly feature: Capability; readonly isTold: boolean }) {
  const { support, isReported, isMismatch, isTooOld } = feature
  if (isMismatch)
    return (
      <StatusBadge tone="bad">
        {t(isReported ? 'device.capability.unexpected' : 'device.capability.missing')}
      </StatusBadge>
    )
  if (isTooOld) return <StatusBadge tone="waiting">{t('device.capability.tooOld')}</StatusBadge>
  if (support === 'PARTIAL')
    return <StatusBadge tone="waiting">{t('vendorFeature.support.PARTIAL')}</StatusBadge>
  const has = isTold ? isReported : support === 'YES'
  return (
    <StatusBadge tone={has ? 'good' : 'neutral'}>
      {t(has ? 'device.capability.has' : 'device.capability.lacks')}
    </StatusBadge>
  )
}
