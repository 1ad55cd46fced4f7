import { countCap } from '@muster/contract'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { Sparkline } from '../../../../ui/chart/Sparkline.tsx'
import tiles from '../tiles.module.css'
import classes from '../workbench.module.css'

export type TileTone = 'plain' | 'good' | 'waiting' | 'bad'

interface TileProps {
  readonly text: string
  readonly count: number
  /** There are more, which nobody has counted. */
  readonly isCapped?: boolean
  readonly href: string | undefined
  /** What the figure means where it is above zero: zero is always grey. */
  readonly tone: TileTone
  /** The figure beside what is usual. */
  readonly note?: ReactNode
  readonly curve?: readonly (number | null)[] | undefined
}

/** A figure that matters, with what it is compared with and how it came to be. */
export function Tile({ text, count, isCapped = false, href, tone, note, curve }: TileProps) {
  return (
    <div className={tiles.tile} data-tone={count === 0 ? 'zero' : tone}>
      <Figure text={text} count={count} isCapped={isCapped} href={href} />
      {curve && (
        <div className={tiles.curve} dir="ltr">
          <Sparkline values={curve} />
        </div>
      )}
      <p className={tiles.note}>{note}</p>
    </div>
  )
}

interface FigureProps {
  readonly text: string
  readonly count: number
  readonly isCapped?: boolean
  readonly href: string | undefined
}

/** A number and what it counts. */
export function Figure({ text, count, isCapped = false, href }: FigureProps) {
  const number = formatNumber(isCapped ? countCap : count)
  const says = (
    <>
      <strong data-zero={count === 0 || undefined}>
        {isCapped ? t('tools.more', { count: number }) : number}
      </strong>
      <span>{text}</span>
    </>
  )
  return href ? (
    <a className={classes.figure} href={href}>
      {says}
    </a>
  ) : (
    <span className={classes.figure}>{says}</span>
  )
}
