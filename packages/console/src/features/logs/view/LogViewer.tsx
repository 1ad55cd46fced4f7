import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { formatBytes, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { LineRows } from './LineRows.tsx'
import { Crashes, Hits, Tallied } from './Places.tsx'
import { SearchBar } from './SearchBar.tsx'
import { useLogLines, type ViewCalls } from './useLogLines.ts'
import { useSearch } from './useSearch.ts'
import { useTally } from './useTally.ts'
import { useTime } from './useTime.ts'
import classes from './view.module.css'

interface LogViewerProps {
  /** The calls that look into logs of this kind. */
  readonly of: ViewCalls
  readonly id: string
  readonly title: string
}

/** Lines that are scrolled through at once: no browser's page is high enough for millions. */
const windowLines = 200_000

/** A log of any size: lines by levels, search, crashes and hangs to jump to. */
export function LogViewer({ of, id, title }: LogViewerProps) {
  const [start, setStart] = useState(0)
  const [goal, setGoal] = useState<{ readonly index: number } | null>(null)
  const [sight, setSight] = useState({ first: 0, last: 0 })
  const { head, lineAt } = useLogLines(of, id, {
    first: start + sight.first,
    last: start + sight.last,
  })
  const search = useSearch(of, id)
  const { tally, count, stop } = useTally(of, id)
  const crashes = useQuery(query(of.crashes, { params: { id } }))
  const onSight = useCallback((first: number, last: number) => setSight({ first, last }), [])
  const show = (from: number) => {
    setStart(from)
    setGoal({ index: 0 })
  }
  const go = (line: number) => {
    const from = line - (line % windowLines)
    setStart(from)
    setGoal({ index: line - from })
  }
  const goTo = useTime(of, id, go)
  return (
    <Loaded query={head} permission={of.view.permission}>
      {({ total, bytes }) => (
        <div className={classes.viewer}>
          <SearchBar
            seek={(sought) => void search.seek(sought)}
            count={(sought) => void count(sought)}
            go={go}
            goTo={(time) => void goTo(time)}
            total={total}
          >
            <p>{t('logView.size', { count: total, size: formatBytes(bytes) })}</p>
            {total > windowLines && <Windows start={start} total={total} show={show} />}
          </SearchBar>
          <div className={classes.body}>
            <LineRows
              label={t('logView.linesOf', { name: title })}
              count={Math.min(windowLines, total - start)}
              lineAt={(index) => ({ number: start + index + 1, text: lineAt(start + index) })}
              onSight={onSight}
              goal={goal}
              sought={search.found?.sought ?? ''}
            />
            <div className={classes.side}>
              {tally && (
                <Tallied
                  tally={tally}
                  stop={stop}
                  seek={(text) => void search.seek({ ...tally.sought, text, isPattern: false })}
                />
              )}
              {search.found && <Hits found={search.found} stop={search.stop} go={go} />}
              <Crashes crashes={crashes.data?.list ?? []} go={go} />
            </div>
          </div>
        </div>
      )}
    </Loaded>
  )
}

interface WindowsProps {
  readonly start: number
  readonly total: number
  readonly show: (from: number) => void
}

/** Which part of a very long log is scrolled through. */
function Windows({ start, total, show }: WindowsProps) {
  const end = Math.min(total, start + windowLines)
  const part = { from: formatNumber(start + 1), to: formatNumber(end) }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        disabled={start === 0}
        onClick={() => show(start - windowLines)}
      >
        {t('logView.before')}
      </Button>
      <p>{t('logView.part', part)}</p>
      <Button variant="default" size="xs" disabled={end >= total} onClick={() => show(end)}>
        {t('logView.after')}
      </Button>
    </>
  )
}
