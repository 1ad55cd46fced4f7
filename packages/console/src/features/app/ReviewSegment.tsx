import { type App, apps } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { List } from '../../kit/list/useList.ts'
import { usePage } from '../../kit/page/page.ts'
import { query } from '../../kit/queries.ts'
import { useCan } from '../../kit/session.ts'
import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'

/** How many applications have a version that waits for a review; a press shows these. */
export function ReviewSegment({ list }: { readonly list: List<App> }) {
  const { data } = useQuery({
    ...query(apps.page, { query: { apkState: 'REVIEW', pageSize: '1' } }),
    enabled: useCan(apps.page.permission),
    subscribed: usePage().active,
  })
  const { filter } = list.state
  const { apkState, ...others } = filter
  const isChosen = apkState === 'REVIEW'
  return (
    <Button
      variant={isChosen ? 'light' : 'default'}
      aria-pressed={isChosen}
      onClick={() => list.change({ filter: isChosen ? others : { ...others, apkState: 'REVIEW' } })}
    >
      {t('app.review')}
      {data && ` ${formatNumber(data.total)}`}
    </Button>
  )
}
