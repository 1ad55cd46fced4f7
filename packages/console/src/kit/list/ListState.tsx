import type { TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import { Button, Skeleton } from '../../ui/controls.ts'
import type { Row } from './listed.ts'
import type { List } from './useList.ts'
import { t } from '../../platform/texts.ts'
import { Failed, Forbidden, Sentence } from '../page/Sentence.tsx'
import classes from './table.module.css'

interface ListStateProps<R extends Row> {
  readonly list: List<R>
  readonly empty?: ReactNode
  /** That there is nothing, in other words than usual. */
  readonly text?: TextKey | undefined
}

/** What stands in the place of rows: they are loading, failed, forbidden, filtered away or none yet. */
export function ListState<R extends Row>({ list, empty, text = 'kit.empty' }: ListStateProps<R>) {
  if (list.isForbidden) return <Forbidden permission={list.call.permission} />
  if (list.error) return <Failed error={list.error} retry={list.retry} />
  if (list.isLoading) return <Loading rows={list.state.pageSize} />
  const { page, pageSize, filter, keyword } = list.state
  // Behind what the server has counted there may be more pages, or none.
  if (list.total > 0 && page > 1) {
    const last = Math.min(page - 1, Math.ceil(list.total / pageSize))
    return (
      <Sentence text={t('kit.nothingHere')}>
        <Button variant="default" size="xs" onClick={() => list.change({ page: last })}>
          {t('kit.toPage', { page: last })}
        </Button>
      </Sentence>
    )
  }
  if (keyword || Object.keys(filter).length > 0) {
    return (
      <Sentence text={t('kit.noMatch')}>
        <Button
          variant="default"
          size="xs"
          onClick={() => list.change({ filter: {}, keyword: '' })}
        >
          {t('kit.resetFilters')}
        </Button>
      </Sentence>
    )
  }
  return <Sentence text={t(text)}>{empty}</Sentence>
}

/** Grey lines where rows will be, as many as a page has. */
function Loading({ rows }: { readonly rows: number }) {
  return (
    <output className={classes.loading} aria-label={t('kit.loading')}>
      {Array.from({ length: Math.min(rows, mostInSight) }, (_, row) => (
        <div key={row} className={classes.loadingRow}>
          <Skeleton height={12} />
        </div>
      ))}
    </output>
  )
}

/** Rows that a tall screen shows. */
const mostInSight = 30
