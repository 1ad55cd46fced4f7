import { groups } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../../kit/page/page.ts'
import { query } from '../../../../kit/queries.ts'
import { useCan } from '../../../../kit/session.ts'
import { formatAll, nothing } from '../../../../platform/format.ts'

/** The groups that a terminal belongs to, for who may see groups. */
export function DeviceGroups({ deviceId }: { readonly deviceId: string }) {
  const { data } = useQuery({
    ...query(groups.page, { query: { deviceId, pageSize: 20 } }),
    enabled: useCan(groups.page.permission),
    subscribed: usePage().active,
  })
  if (!data || data.list.length === 0) return nothing
  const names = formatAll(data.list.map(({ name }) => name))
  return <span>{data.total > data.list.length ? `${names} …` : names}</span>
}
