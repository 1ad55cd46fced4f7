import { Pager } from '../../ui/table/Pager.tsx'
import { formatNumber } from '../../platform/format.ts'
import type { Row } from './listed.ts'
import type { List } from './useList.ts'
import { t } from '../../platform/texts.ts'
import { formatCapped } from '../formatCapped.ts'
import { useScreenLabel } from '../page/screenLabel.ts'

/** The pager of a list; a list without rows has none. */
export function ListPager<R extends Row>({ list }: { readonly list: List<R> }) {
  const { page, pageSize } = list.state
  const label = useScreenLabel()
  if (list.total === 0 && (page === 1 || list.error)) return null
  return (
    <Pager
      page={page}
      pageSize={pageSize}
      pageCount={Math.ceil(list.total / pageSize)}
      isOpenEnded={list.isCapped && list.rows.length === pageSize}
      onPage={(next) => list.change({ page: next })}
      onPageSize={(size) => list.change({ pageSize: size })}
      texts={{
        label: `${t('kit.pages')}: ${label}`,
        total: t('kit.total', { total: formatCapped(list.total, list.isCapped) }),
        perPage: t('kit.perPage'),
        pageSize: t('kit.pageSize'),
        goTo: t('kit.goTo'),
        previous: t('kit.previousPage'),
        next: t('kit.nextPage'),
        number: formatNumber,
      }}
    />
  )
}
