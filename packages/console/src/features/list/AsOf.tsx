import { useQueryClient } from '@tanstack/react-query'
import type { SlotProps } from '../../kit/parts/listSlots.ts'
import { useLive } from '../../kit/live.ts'
import { formatTime } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { hold, usePaused, waitingSince } from '../../ui/table/pausedQueries.ts'
import classes from './list.module.css'

/** When the rows were read, and whether they follow what happens. */
export function AsOf({ list: { path, readAt } }: Pick<SlotProps, 'list'>) {
  const queries = useQueryClient()
  const isLive = useLive(({ isOpen }) => isOpen)
  const changes = usePaused((held) => held[path])
  const isHeld = changes !== undefined
  if (readAt === 0) return null
  const turn = () => {
    hold(path, !isHeld)
    // What happened while the rows stood still is read at once.
    if (isHeld)
      void queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first === path })
  }
  return (
    <span className={classes.asOf}>
      <span className={classes.dot} data-state={isHeld ? 'held' : isLive ? 'live' : 'still'} />
      <time dateTime={new Date(readAt).toISOString()}>
        {t('list.asOf', { time: formatTime(new Date(readAt)) })}
      </time>
      <button type="button" className={classes.small} aria-pressed={isHeld} onClick={turn}>
        {t(isHeld ? 'list.resume' : 'list.pause')}
      </button>
      <output>{changes && waitingText(waitingSince(changes, readAt))}</output>
    </span>
  )
}

/** How much changed while the rows stand still; rows that were read anew have it. */
function waitingText(waiting: number | 'many'): string {
  if (waiting === 'many') return t('list.manyWait')
  return waiting > 0 ? t('list.wait', { count: waiting }) : t('list.paused')
}
