import { type DetailedDevice, devices, type Snapshot } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../../kit/page/page.ts'
import { Loaded } from '../../../../kit/page/Screen.tsx'
import { query } from '../../../../kit/queries.ts'
import { t } from '../../../../platform/texts.ts'
import classes from '../detail.module.css'
import { Panel } from '../Panel.tsx'
import { BeatPanel } from './BeatPanel.tsx'
import { CapabilitiesPanel } from './CapabilitiesPanel.tsx'
import { Report } from './Report.tsx'
import { type ReportKind, reportTexts } from './reportGroups.ts'

const kinds: readonly ReportKind[] = ['info', 'net', 'loc']

/** Everything that the terminal reported of itself. */
export function HardwareTab({ device }: { readonly device: DetailedDevice }) {
  const { active } = usePage()
  const snapshots = useQuery({
    ...query(devices.snapshots, { params: { id: device.id } }),
    subscribed: active,
  })
  return (
    <Loaded query={snapshots} permission={devices.snapshots.permission}>
      {(known) => (
        <div className={classes.panels}>
          <BeatPanel device={device} />
          <CapabilitiesPanel device={device} />
          {ordered(known).map((snapshot) => (
            <Report key={snapshot.kind} {...snapshot} />
          ))}
          {kinds
            .filter((kind) => !known.some((snapshot) => snapshot.kind === kind))
            .map((kind) => (
              <Panel key={kind} title={t(reportTexts[kind])}>
                <p className={classes.quiet}>{t('device.noReport')}</p>
              </Panel>
            ))}
        </div>
      )}
    </Loaded>
  )
}

/** The kinds this console knows first, in their order. */
function ordered(snapshots: readonly Snapshot[]): readonly Snapshot[] {
  const place = ({ kind }: Snapshot) => {
    const index = kinds.findIndex((known) => known === kind)
    return index === -1 ? kinds.length : index
  }
  return snapshots.toSorted((a, b) => place(a) - place(b))
}
