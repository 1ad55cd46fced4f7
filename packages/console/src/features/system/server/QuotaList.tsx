import { type ReplyOf, server } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { formatNumber, formatPercent } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Bar } from '../../../ui/Bar.tsx'
import { type PlainColumn, ColumnTable } from './ColumnTable.tsx'

type Quota = ReplyOf<typeof server.quota>[number]

/** The organisations that are nearest to their quota of terminals. */
export function QuotaList() {
  const { active } = usePage()
  const isAllowed = useCan(server.quota.permission)
  const read = useQuery({ ...query(server.quota, {}), enabled: isAllowed, subscribed: active })
  return (
    <Loaded query={read} permission={server.quota.permission}>
      {(quotas) => (
        <ColumnTable
          label={t('platform.quotas')}
          columns={columns}
          rows={quotas}
          keyOf={({ orgId }) => orgId}
          empty="platform.noQuotas"
        />
      )}
    </Loaded>
  )
}

const columns: readonly PlainColumn<Quota>[] = [
  { title: 'platform.quota.organization', render: ({ name }) => <bdi>{name}</bdi> },
  { title: 'platform.quota.used', render: ({ used }) => formatNumber(used) },
  { title: 'platform.quota.limit', render: ({ limit }) => formatNumber(limit) },
  {
    title: 'platform.quota.share',
    render: ({ used, limit }) => (
      <>
        <Bar label={t('platform.quota.share')} share={used / Math.max(1, limit)} />{' '}
        {formatPercent(used / Math.max(1, limit))}
      </>
    ),
  },
]
