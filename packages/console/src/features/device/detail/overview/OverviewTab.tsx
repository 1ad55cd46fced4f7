import type { DetailedDevice } from '@muster/contract'
import { t } from '../../../../platform/texts.ts'
import { DeviceRepairs } from '../../repair/DeviceRepairs.tsx'
import { BandPanel } from '../connectivity/BandPanel.tsx'
import { useConnectivity } from '../connectivity/useConnectivity.ts'
import classes from '../detail.module.css'
import { TimelinePanel } from '../timeline/TimelinePanel.tsx'
import { FactsPanel } from './FactsPanel.tsx'
import { LatestReports } from './LatestReports.tsx'
import { SettingsPanel } from './SettingsPanel.tsx'
import { TabLink } from './TabLink.tsx'
import { WhyPanel } from './WhyPanel.tsx'

/** A terminal at a glance. */
export function OverviewTab({ device }: { readonly device: DetailedDevice }) {
  const { data: known } = useConnectivity(device.id)
  return (
    <>
      {known && (
        <BandPanel
          known={known}
          since={device.createdAt}
          aside={<TabLink tab="connectivity">{t('device.connections')}</TabLink>}
        />
      )}
      <div className={classes.thirds}>
        <div className={classes.column}>
          <TimelinePanel deviceId={device.id} />
        </div>
        <div className={classes.column}>
          <WhyPanel device={device} />
          <DeviceRepairs deviceId={device.id} sn={device.sn} />
          <LatestReports device={device} />
        </div>
        <div className={classes.column}>
          <FactsPanel device={device} />
          <SettingsPanel device={device} />
        </div>
      </div>
    </>
  )
}
