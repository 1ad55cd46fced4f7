import { apps } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'

/** The application that the page is about: the one that its address names, else the first there is. */
export function useApp(): string | null {
  const { query: asked, active } = usePage()
  const first = useQuery({
    ...query(apps.page, { query: { pageSize: 20 } }),
    enabled: useCan(apps.page.permission) && !asked['appId'],
    subscribed: active,
  })
  return asked['appId'] || first.data?.list[0]?.id || null
}
