import { type Plan, plans } from '@muster/contract'
import { formatCapped } from '../../../kit/formatCapped.ts'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { formatAll, formatNumber, formatPercent, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { partOf, partTexts } from '../version/versionTexts.ts'
import { PlanBar } from './PlanBar.tsx'
import { PracticeMark } from './PracticeParts.tsx'
import { stateTexts, stateTones, waveKindTexts } from './planTexts.ts'

export const columns: Columns<Plan> = [
  {
    key: 'name',
    title: 'plan.name',
    width: 330,
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
    width: 200,
    render: ({ versionNames }) => <Words>{formatAll(versionNames)}</Words>,
  },
  {
    key: 'kinds',
    title: 'upgradeVersion.kind',
    width: 110,
    words: partTexts,
    render: ({ kinds }) => formatAll(kinds.map((kind) => partText(kind))),
  },
  {
    key: 'state',
    title: 'plan.state',
    width: 120,
    sortable: true,
    words: stateTexts,
    render: ({ state }) => (
      <StatusBadge tone={stateTones[state]}>{t(stateTexts[state])}</StatusBadge>
    ),
  },
  {
    key: 'size',
    title: 'plan.size',
    width: 90,
    align: 'end',
    file: [
      { key: 'size', title: 'plan.size' },
      { key: 'waiting', title: 'plan.waiting' },
      { key: 'active', title: 'plan.active' },
      { key: 'installed', title: 'plan.installed' },
      { key: 'succeeded', title: 'plan.succeeded' },
      { key: 'failed', title: 'plan.failed' },
      { key: 'noContact', title: 'plan.noContact' },
      { key: 'unwell', title: 'plan.unwell' },
      { key: 'leftOut', title: 'plan.leftOut' },
    ],
    // Its terminals are found when it begins.
    render: ({ startedAt, ...plan }) => (startedAt === null ? nothing : sizeOf(plan)),
  },
  {
    key: 'wave',
    title: 'plan.waveNow',
    width: 90,
    file: [
      { key: 'wave', title: 'plan.waveNow' },
      { key: 'waveCount', title: 'plan.waves' },
    ],
    render: ({ wave, waveCount, startedAt }) =>
      startedAt === null
        ? formatNumber(waveCount)
        : t('plan.waveNowOf', { wave: formatNumber(wave), count: formatNumber(waveCount) }),
  },
  {
    key: 'succeeded',
    title: 'plan.progress',
    width: 170,
    file: [],
    render: (plan) => <PlanBar of={plan} />,
  },
  {
    key: 'failed',
    title: 'plan.errorRate',
    width: 80,
    align: 'end',
    file: [],
    render: failureOf,
  },
  {
    key: 'practice',
    title: 'practice.column',
    width: 170,
    file: [],
    render: (plan) => <PracticeMark plan={plan} />,
  },
  {
    key: 'startedAt',
    title: 'plan.startedAt',
    width: 130,
    sortable: true,
    holds: 'moment',
    render: ({ startedAt }) => <Time at={startedAt} />,
  },
  {
    key: 'startAt',
    title: 'plan.startAt',
    width: 130,
    sortable: true,
    holds: 'moment',
    render: ({ startAt }) => <Time at={startAt} />,
  },
  {
    key: 'endAt',
    title: 'plan.endAt',
    width: 130,
    sortable: true,
    holds: 'moment',
    render: ({ endAt }) => <Time at={endAt} />,
  },
  { key: 'createdByName', title: 'plan.createdBy', width: 110, sortable: true },
  { key: 'waveKind', title: 'plan.strategy', width: 130, words: waveKindTexts },
  { key: 'orgName', title: 'plan.organization', width: 120, sortable: true },
  { key: 'approvedByName', title: 'plan.approvedBy', width: 120, sortable: true },
  { key: 'submittedByName', title: 'plan.submittedBy', width: 120, sortable: true },
  { key: 'ticketNo', title: 'plan.ticketNo', width: 110, sortable: true },
  {
    key: 'endedAt',
    title: 'plan.endedAt',
    holds: 'moment',
    sortable: true,
    render: ({ endedAt }) => <Time at={endedAt} />,
  },
  statusColumn(plans),
]

/** Of who sees only a part of it no more are counted than lists count. */
const sizeOf = ({ size, seesAll }: Pick<Plan, 'size' | 'seesAll'>): string =>
  seesAll ? formatNumber(size) : formatCapped(size)

function partText(kind: string): string {
  const part = partOf(kind)
  return part === null ? kind : t(partTexts[part])
}

/** Of those that have ended, what failed. */
function failureOf({ succeeded, failed, noContact, unwell }: Plan) {
  const bad = failed + noContact + unwell
  const ended = succeeded + bad
  if (ended === 0) return nothing
  const share = formatPercent(bad / ended)
  return bad === 0 ? share : <StatusBadge tone="bad">{share}</StatusBadge>
}
