import { cardPermission, type TextKey, type WorkbenchCard } from '@muster/contract'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Failed } from '../../../kit/page/Sentence.tsx'
import { formatDateTimeSeconds, formatTimeOfDay } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Skeleton } from '../../../ui/controls.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useBoard } from './board.ts'
import { CardMenu } from './CardMenu.tsx'
import { cardTitles } from './cardTitles.ts'
import { CardTools } from './CardTools.tsx'
import type { Figures } from './figures.ts'
import { FigureTable } from './FigureTable.tsx'
import { useSkeleton } from './useSkeleton.ts'
import classes from './workbench.module.css'

interface Read<T> {
  readonly data: T | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

interface CardProps<T> {
  readonly card: WorkbenchCard
  readonly read: Read<T>
  /** What it shows as a table; a card without one offers neither table nor file. */
  readonly figures?: (data: T) => Figures
  /** When it was counted. */
  readonly countedAt?: (data: T) => string | null
  /** What it says where there is nothing to show. */
  readonly empty?: (data: T) => TextKey | null
  readonly aside?: ReactNode
  readonly children: (data: T) => ReactNode
}

/** One card of the workbench: its title, its states, its table, and how it is exported. */
export function Card<T>({ card, read, figures, ...rest }: CardProps<T>) {
  const { countedAt, empty, aside, children } = rest
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const [isTable, setTable] = useState(false)
  const { arranging, isWallboard } = useBoard()
  const isAwaited = useSkeleton(read.data !== undefined || read.error !== null)
  const { data } = read
  const table = data !== undefined && figures ? figures(data) : null
  const title = t(cardTitles[card])
  const nothing = data === undefined ? null : (empty?.(data) ?? null)
  const at = data === undefined ? null : (countedAt?.(data) ?? null)
  return (
    <section
      className={classes.card}
      data-card={card}
      data-permission={cardPermission(card)}
      aria-labelledby={id}
      {...(arranging && dragging(card, arranging))}
    >
      <header className={classes.head}>
        <h2 id={id}>{title}</h2>
        {at && (
          <time className={classes.at} dateTime={at} title={formatDateTimeSeconds(at)}>
            {t('workbench.asOf', { time: formatTimeOfDay(at) })}
          </time>
        )}
        {!arranging && !isWallboard && aside}
        {arranging && <CardTools card={card} title={title} arranging={arranging} />}
        {!arranging && !isWallboard && table && (
          <CardMenu {...{ card, title, table, body, isTable, setTable }} />
        )}
      </header>
      <div ref={body} className={classes.body}>
        {isAwaited && <Awaited />}
        {!isAwaited && data === undefined && read.error && (
          <Failed error={read.error} retry={() => void read.refetch()} />
        )}
        {!isAwaited && nothing && <Nothing text={nothing} />}
        {!isAwaited &&
          data !== undefined &&
          !nothing &&
          (isTable && table ? <FigureTable figures={table} title={title} /> : children(data))}
      </div>
    </section>
  )
}

/** Nothing where nothing is what one wishes for. */
const goodNews: ReadonlySet<TextKey> = new Set(['workbench.nothingToDo', 'workbench.nobodyLocked'])

function Nothing({ text }: { readonly text: TextKey }) {
  return (
    <p className={classes.nothing}>
      {goodNews.has(text) && <Icon name="check" size={24} />}
      {t(text)}
    </p>
  )
}

function dragging(
  card: WorkbenchCard,
  { pick, drop }: NonNullable<ReturnType<typeof useBoard>['arranging']>,
) {
  return {
    draggable: true,
    onDragStart: () => pick(card),
    onDragOver: (event: { preventDefault: () => void }) => event.preventDefault(),
    onDrop: () => drop(card),
  }
}

/** Grey lines where figures will be. */
function Awaited() {
  return (
    <output aria-label={t('kit.loading')} className={classes.awaited}>
      <Skeleton height={18} width="60%" />
      <Skeleton height={18} />
      <Skeleton height={18} width="80%" />
    </output>
  )
}
