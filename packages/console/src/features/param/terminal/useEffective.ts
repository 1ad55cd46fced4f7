import { effectiveParams } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'

/** An application on a terminal. */
export interface Place {
  readonly deviceId: string
  readonly appId: string
}

/** What holds there at a moment; empty: now. */
export function useEffective(of: Place, at: string) {
  const { active } = usePage()
  return useQuery({
    ...query(effectiveParams.effective, { params: of, query: at ? { at } : {} }),
    subscribed: active,
    // What was does not change; what is may have since the last look.
    staleTime: 0,
  })
}
