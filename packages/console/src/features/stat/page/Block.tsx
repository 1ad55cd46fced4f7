import type { TextKey } from '@muster/contract'
import { type HTMLAttributes, type ReactNode, useId, useRef, useState } from 'react'
import { Awaited } from '../../../kit/page/Awaited.tsx'
import { Failed } from '../../../kit/page/Sentence.tsx'
import { formatDateTimeSeconds, formatTimeOfDay } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import classes from './block.module.css'
import { FigureMenu } from './FigureMenu.tsx'
import type { Figures } from './figures.ts'
import { FigureTable } from './FigureTable.tsx'
import { useSkeleton } from './useSkeleton.ts'

export interface BlockProps<T> {
  readonly title: string
  /** What its files are named by. */
  readonly name: string
  readonly read: {
    readonly data: T | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  /** What it shows as a table; a block without one offers neither table nor file. */
  readonly figures?: ((data: T) => Figures) | undefined
  /** When it was counted. */
  readonly countedAt?: ((data: T) => string | null) | undefined
  /** What it says where there is nothing to show. */
  readonly empty?: ((data: T) => TextKey | null) | undefined
  readonly aside?: ReactNode
  /** What stands at the end of its head in place of its menu; null: nothing. */
  readonly tools?: ReactNode
  /** Takes two columns of the page, or all. */
  readonly wide?: 'two' | 'all'
  readonly frame?: HTMLAttributes<HTMLElement> & Readonly<Record<`data-${string}`, string>>
  readonly children: (data: T) => ReactNode
}

/** Some figures of a page: their title, their states, their table, and how they are exported. */
export function Block<T>({ title, name, read, figures, countedAt, empty, ...rest }: BlockProps<T>) {
  const { aside, tools, wide, frame, children } = rest
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const [isTable, setTable] = useState(false)
  const isAwaited = useSkeleton(read.data !== undefined || read.error !== null)
  const { data } = read
  const table = data !== undefined && figures ? figures(data) : null
  const nothing = data === undefined ? null : (empty?.(data) ?? null)
  const at = data === undefined ? null : (countedAt?.(data) ?? null)
  const isShown = !isAwaited && data !== undefined && !nothing
  return (
    <section
      {...frame}
      className={[classes.block, frame?.className].filter(Boolean).join(' ')}
      data-wide={wide}
      aria-labelledby={id}
    >
      <header className={classes.head}>
        <h2 id={id}>{title}</h2>
        {at && (
          <time className={classes.at} dateTime={at} title={formatDateTimeSeconds(at)}>
            {t('workbench.asOf', { time: formatTimeOfDay(at) })}
          </time>
        )}
        {aside}
        {tools === undefined
          ? table && !nothing && <FigureMenu {...{ name, title, table, body, isTable, setTable }} />
          : tools}
      </header>
      <div ref={body} className={classes.body}>
        {isAwaited && <Awaited />}
        {!isAwaited && data === undefined && read.error && (
          <Failed error={read.error} retry={() => void read.refetch()} />
        )}
        {!isAwaited && nothing && <Nothing text={nothing} />}
        {isShown &&
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
