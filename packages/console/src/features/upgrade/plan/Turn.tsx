import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import classes from './plan.module.css'

/** Terminals of a page. */
export const pageSize = 20

interface TurnProps {
  readonly pageNum: number
  readonly total: number
  readonly setPage: (page: number) => void
}

/** Turns the pages of a short list; nothing where there is one. */
export function Turn({ pageNum, total, setPage }: TurnProps) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  if (last === 1) return null
  return (
    <div className={classes.acts}>
      <Button
        variant="default"
        size="xs"
        disabled={pageNum <= 1}
        onClick={() => setPage(pageNum - 1)}
      >
        {t('practice.previous')}
      </Button>
      <span>{t('practice.pageOf', { page: formatNumber(pageNum), last: formatNumber(last) })}</span>
      <Button
        variant="default"
        size="xs"
        disabled={pageNum >= last}
        onClick={() => setPage(pageNum + 1)}
      >
        {t('practice.following')}
      </Button>
    </div>
  )
}
