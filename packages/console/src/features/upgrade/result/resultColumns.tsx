import { rolledBack, type UpgradeResult } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { Ltr, StatusBadge, Words } from '../../../kit/page/values.tsx'
import { formatBytes, formatNumber, formatPercent, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import type { Tone } from '../../../ui/table/cells.tsx'
import { formatDuration } from '../../device/index.ts'
import { itemColumns } from '../../push/index.ts'
import { PlanLink } from '../plan/PlanLink.tsx'
import { outcomeTexts } from '../plan/planTexts.ts'
import { partTexts } from '../version/versionTexts.ts'

/** What has become of terminals after they had installed. */
const endTexts = { ...outcomeTexts, [rolledBack]: 'upgradeResult.rolledBack' } as const
const endTones: Readonly<Record<string, Tone>> = { CONFIRMED: 'good', [rolledBack]: 'neutral' }

/** What became of terminals: as with any push, and from which version to which. */
export const columns: Columns<UpgradeResult> = [
  ...itemColumns('UPGRADE').slice(0, 1),
  {
    key: 'planId',
    title: 'upgradeResult.plan',
    width: 310,
    render: ({ planId, planNo, planName }) =>
      planNo === null ? nothing : <PlanLink planId={planId} planNo={planNo} planName={planName} />,
    file: [
      { key: 'planNo', title: 'upgradeResult.planNo' },
      { key: 'planName', title: 'upgradeResult.plan' },
    ],
  },
  {
    key: 'wave',
    title: 'upgradeResult.wave',
    width: 76,
    align: 'end',
    // On the way back there are none.
    render: ({ wave }) => (wave === null ? nothing : formatNumber(wave)),
  },
  {
    key: 'fromVersion',
    title: 'upgradeResult.from',
    width: 150,
    render: ({ fromVersion }) => <Ltr>{fromVersion ?? nothing}</Ltr>,
  },
  {
    key: 'toVersion',
    title: 'upgradeResult.to',
    width: 150,
    render: ({ toVersion }) => <Ltr>{toVersion}</Ltr>,
  },
  ...itemColumns('UPGRADE')
    .slice(1)
    .map((column) => (column.key === 'code' ? { ...column, width: 200 } : column)),
  {
    key: 'seconds',
    title: 'upgradeResult.duration',
    width: 110,
    align: 'end',
    file: [{ key: 'seconds', title: 'upgradeResult.seconds' }],
    render: ({ seconds }) => (seconds === null ? nothing : formatDuration(seconds * 1000)),
  },
  {
    key: 'outcome',
    title: 'upgradeResult.after',
    width: 150,
    words: endTexts,
    render: ({ outcome }) =>
      outcome === null ? (
        nothing
      ) : (
        <StatusBadge tone={endTones[outcome] ?? 'bad'}>{t(endTexts[outcome])}</StatusBadge>
      ),
  },
  {
    key: 'percent',
    title: 'upgradeResult.percent',
    width: 90,
    align: 'end',
    render: ({ percent }) => (percent === null ? nothing : formatPercent(percent / 100)),
  },
  {
    key: 'bytes',
    title: 'upgradeResult.bytes',
    width: 96,
    align: 'end',
    render: ({ bytes }) => (bytes === null ? nothing : formatBytes(bytes)),
  },
  {
    key: 'kbps',
    title: 'upgradeResult.speed',
    width: 96,
    align: 'end',
    render: ({ kbps }) =>
      kbps === null ? nothing : t('upgradeResult.kbps', { kbps: formatNumber(kbps) }),
  },
  {
    key: 'part',
    title: 'upgradeVersion.kind',
    width: 104,
    words: partTexts,
    render: ({ part }) => t(partTexts[part]),
  },
  {
    key: 'taskNo',
    title: 'push.taskNo',
    width: 130,
    isExtra: true,
    render: ({ taskNo }) => <Ltr>{taskNo}</Ltr>,
  },
  {
    key: 'title',
    title: 'push.name',
    width: 130,
    isExtra: true,
    render: ({ title }) => <Words>{title}</Words>,
  },
  { key: 'orgName', title: 'device.organization', width: 120 },
  { key: 'modelName', title: 'device.model', width: 110 },
]
