import { devices } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../../kit/page/page.ts'
import { query } from '../../../../kit/queries.ts'

/** Hours that the connection band looks back. */
export const bandHours = 24

/** The connections of a terminal in the hours of the band. */
export function useConnectivity(id: string) {
  const { active } = usePage()
  const input = { params: { id }, query: { hours: String(bandHours) } }
  return useQuery({ ...query(devices.connectivity, input), subscribed: active })
}
