import type { Apply } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { Day, Ltr, StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { kindTexts, stateTexts, tones } from './applyTexts.ts'

export const columns: Columns<Apply> = [
  {
    key: 'applyNo',
    title: 'apply.applyNo',
    sortable: true,
    width: 170,
    render: ({ applyNo }) => <Ltr>{applyNo}</Ltr>,
  },
  { key: 'kind', title: 'apply.kind', sortable: true, width: 100, words: kindTexts },
  {
    key: 'state',
    title: 'apply.state',
    sortable: true,
    width: 160,
    words: stateTexts,
    render: StateBadge,
  },
  {
    key: 'quantity',
    title: 'apply.quantity',
    sortable: true,
    width: 100,
    align: 'end',
    render: Moved,
  },
  { key: 'fromOrgName', title: 'apply.fromOrg', sortable: true, width: 140 },
  { key: 'toOrgName', title: 'apply.toOrg', sortable: true, width: 140 },
  { key: 'stationName', title: 'life.stationId' },
  { key: 'modelName', title: 'apply.model' },
  {
    key: 'createdBy',
    title: 'apply.createdBy',
    render: ({ createdBy }) => <Ltr>{createdBy}</Ltr>,
  },
  { key: 'orgName', title: 'apply.orgName', isExtra: true },
  {
    key: 'reason',
    title: 'apply.reason',
    width: 220,
    isExtra: true,
    render: ({ reason }) => <Words>{reason}</Words>,
  },
  {
    key: 'approver',
    title: 'apply.approver',
    render: ({ approver }) => <Ltr>{approver}</Ltr>,
  },
  {
    key: 'waitingSince',
    title: 'apply.waitingSince',
    holds: 'moment',
    render: ({ waitingSince }) => <Time at={waitingSince} />,
  },
  {
    key: 'createdAt',
    title: 'apply.createdAt',
    sortable: true,
    holds: 'moment',
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    key: 'expectedDate',
    title: 'apply.expectedDate',
    sortable: true,
    holds: 'day',
    render: ({ expectedDate }) => <Day on={expectedDate} />,
  },
]

/** How far a request has come. */
export function StateBadge({ state }: Pick<Apply, 'state'>) {
  return <StatusBadge tone={tones[state]}>{t(stateTexts[state])}</StatusBadge>
}

/** How many terminals, and of a request that is not whole how many of them. */
function Moved({ state, moved, quantity }: Apply) {
  return state === 'PARTIAL' ? t('apply.movedOf', { moved, quantity }) : formatNumber(quantity)
}
