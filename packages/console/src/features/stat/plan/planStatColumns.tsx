import { type PlanFigures, planResultLists } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { Ltr, StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { formatAll, formatBytes, formatNumber, formatPercent } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { planStateTexts, planStateTones } from '../../upgrade/index.ts'
import { useFigureLink } from '../page/stat.ts'
import { durationText } from './durationText.ts'

/** A count and its share of the plan's terminals. */
const share = (count: number | null, { size }: PlanFigures) =>
  size === 0 || count === null ? formatNumber(null) : formatPercent(count / size)

/** Leads to those that it counts. */
function TimedOut({ plan }: { readonly plan: PlanFigures }) {
  const href = useFigureLink()(planResultLists.timedOut(plan.id))
  const text = share(plan.timedOut, plan)
  return href && plan.timedOut ? <a href={href}>{text}</a> : text
}

export const columns: Columns<PlanFigures> = [
  {
    key: 'name',
    title: 'plan.name',
    width: 220,
    sortable: true,
    file: [
      { key: 'planNo', title: 'plan.planNo' },
      { key: 'name', title: 'plan.name' },
    ],
    render: ({ name, planNo }) => (
      <Words>
        {name} <Ltr>{planNo}</Ltr>
      </Words>
    ),
  },
  {
    key: 'versionNames',
    title: 'plan.versions',
    width: 130,
    render: ({ versionNames }) => <Words>{formatAll(versionNames)}</Words>,
  },
  {
    key: 'state',
    title: 'plan.state',
    width: 110,
    words: planStateTexts,
    render: ({ state }) => (
      <StatusBadge tone={planStateTones[state]}>{t(planStateTexts[state])}</StatusBadge>
    ),
  },
  {
    key: 'size',
    title: 'plan.size',
    width: 90,
    align: 'end',
    render: ({ size }) => formatNumber(size),
  },
  {
    key: 'succeeded',
    title: 'plan.succeeded',
    width: 100,
    align: 'end',
    render: (plan) => share(plan.succeeded, plan),
  },
  {
    key: 'failed',
    title: 'plan.failed',
    width: 90,
    align: 'end',
    render: (plan) => share(plan.failed, plan),
  },
  {
    key: 'timedOut',
    title: 'stat.plan.timedOut',
    width: 100,
    align: 'end',
    render: (plan) => <TimedOut plan={plan} />,
  },
  {
    key: 'meanSeconds',
    title: 'stat.plan.mean',
    width: 110,
    align: 'end',
    render: ({ meanSeconds }) => durationText(meanSeconds),
  },
  {
    key: 'slowSeconds',
    title: 'stat.plan.slow',
    width: 110,
    align: 'end',
    render: ({ slowSeconds }) => durationText(slowSeconds),
  },
  {
    key: 'wave',
    title: 'stat.plan.waves',
    width: 90,
    align: 'end',
    file: [
      { key: 'wave', title: 'stat.plan.wave' },
      { key: 'waveCount', title: 'stat.plan.waves' },
    ],
    render: ({ wave, waveCount }) =>
      t('stat.plan.waveOf', { wave: formatNumber(wave), count: formatNumber(waveCount) }),
  },
  {
    key: 'pauses',
    title: 'stat.plan.pauses',
    width: 90,
    align: 'end',
    render: ({ pauses }) => formatNumber(pauses),
  },
  {
    key: 'rolledBack',
    title: 'stat.plan.rolledBack',
    width: 110,
    align: 'end',
    render: ({ rolledBack }) => formatNumber(rolledBack),
  },
  {
    key: 'bytes',
    title: 'stat.plan.bytes',
    width: 110,
    align: 'end',
    render: ({ bytes }) => formatBytes(bytes),
  },
  {
    key: 'startedAt',
    title: 'plan.startedAt',
    width: 140,
    sortable: true,
    render: ({ startedAt }) => <Time at={startedAt} />,
  },
]
