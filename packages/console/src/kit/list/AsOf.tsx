import { useQueryClient } from '@tanstack/react-query'
import type { SlotProps } from './slotProps.ts'
import { useLive } from '../live.ts'
import { formatTime } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { setPaused, usePaused, waitingSince } from '../../ui/table/pausedQueries.ts'
import classes from './list.module.css'

/** When the rows were read, and whether they follow what happens. */
export function AsOf({ list: { path, readAt, error } }: Pick<SlotProps, 'list'>) {
  const queries = useQueryClient()
  const isLive = useLive(({ isOpen }) => isOpen)
  const changes = usePaused((paused) => paused[path])
  const isPaused = changes !== undefined
  const isOld = error !== null
  if (readAt === 0) return null
  const turn = () => {
    setPaused(path, !isPaused)
    // What it missed is read at once.
    if (isPaused)
      void queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first === path })
  }
  return (
    <span className={classes.asOf}>
      <span className={classes.dot} data-state={stateOf({ isOld, isPaused, isLive })} />
      <time dateTime={new Date(readAt).toISOString()}>
        {t(isOld ? 'list.asOfOld' : 'list.asOf', { time: formatTime(new Date(readAt)) })}
      </time>
      <button type="button" className={classes.small} aria-pressed={isPaused} onClick={turn}>
        {t(isPaused ? 'list.resume' : 'list.pause')}
      </button>
      <output>{changes && waitingText(waitingSince(changes, readAt))}</output>
    </span>
  )
}

interface Standing {
  /** The last try to read them anew failed. */
  readonly isOld: boolean
  readonly isPaused: boolean
  readonly isLive: boolean
}

function stateOf({ isOld, isPaused, isLive }: Standing): 'old' | 'paused' | 'live' | 'still' {
  if (isOld) return 'old'
  if (isPaused) return 'paused'
  return isLive ? 'live' : 'still'
}

/** How much changed while the list is paused; rows that were read anew have it. */
function waitingText(waiting: number | 'many'): string {
  if (waiting === 'many') return t('list.manyWait')
  return waiting > 0 ? t('list.wait', { count: waiting }) : t('list.paused')
}
