import { devices } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../../kit/page/page.ts'
import { query } from '../../../../kit/queries.ts'
import { useConnectivity } from '../connectivity/useConnectivity.ts'
import type { Evidence } from './ticks.ts'

/** What else is known of a terminal, to compare its word with. */
export function useEvidence(id: string): Evidence {
  const { active } = usePage()
  const snapshots = useQuery({
    ...query(devices.snapshots, { params: { id } }),
    subscribed: active,
  })
  const { data } = useConnectivity(id)
  return {
    from: data?.from ?? '',
    connectedAt: (data?.connections ?? []).map(({ connectedAt }) => connectedAt),
    reportedAt: Object.fromEntries(
      (snapshots.data ?? []).map(({ kind, reportedAt }) => [kind, reportedAt]),
    ),
  }
}
