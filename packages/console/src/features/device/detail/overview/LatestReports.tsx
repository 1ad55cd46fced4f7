import { type Device, devices, type Snapshot } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../../kit/page/page.ts'
import { Loaded } from '../../../../kit/page/Screen.tsx'
import { query } from '../../../../kit/queries.ts'
import { t } from '../../../../platform/texts.ts'
import classes from '../detail.module.css'
import { FactList } from '../FactList.tsx'
import { MemberValue } from '../hardware/MemberValue.tsx'
import { groupsOf, type ReportKind, reportTexts } from '../hardware/reportGroups.ts'
import { Panel } from '../Panel.tsx'
import { Reported } from '../Reported.tsx'
import { TabLink } from './TabLink.tsx'

/** The members that tell most, of each kind of report. */
const tellingMembers: Readonly<Record<ReportKind, readonly string[]>> = {
  info: ['os', 'patch', 'storageFreeMb', 'batteryHealthPercent', 'printer', 'isTampered'],
  net: ['type', 'operator', 'ssid', 'ip'],
  loc: ['lat', 'lng', 'acc', 'at'],
}
const kinds = ['info', 'net', 'loc'] as const

/** The latest reports of a terminal in short. */
export function LatestReports({ device }: { readonly device: Device }) {
  const { active } = usePage()
  const snapshots = useQuery({
    ...query(devices.snapshots, { params: { id: device.id } }),
    subscribed: active,
  })
  return (
    <Panel
      title={t('device.snapshots')}
      aside={<TabLink tab="hardware">{t('device.allReported')}</TabLink>}
    >
      <Loaded query={snapshots} permission={devices.snapshots.permission}>
        {(known) =>
          kinds.map((kind) => (
            <Short
              key={kind}
              kind={kind}
              snapshot={known.find((snapshot) => snapshot.kind === kind)}
            />
          ))
        }
      </Loaded>
    </Panel>
  )
}

interface ShortProps {
  readonly kind: ReportKind
  readonly snapshot: Snapshot | undefined
}

function Short({ kind, snapshot }: ShortProps) {
  const members = snapshot
    ? groupsOf(kind, snapshot.document).flatMap((group) => group.members)
    : []
  const telling = members.filter(({ name }) => tellingMembers[kind].includes(name))
  return (
    <div className={classes.short}>
      <h3>
        {t(reportTexts[kind])} {snapshot && <Reported at={snapshot.reportedAt} />}
      </h3>
      {snapshot ? (
        <FactList
          facts={telling.map(({ name, label, value }) => ({
            key: name,
            label: label ? t(label) : name,
            value: <MemberValue name={name} value={value} />,
          }))}
        />
      ) : (
        <p className={classes.quiet}>{t('device.noReport')}</p>
      )}
    </div>
  )
}
