import {
  countCap,
  estateLists,
  type FigureList,
  lifecycles,
  type ReplyOf,
  type TextKey,
  workbench,
} from '@muster/contract'
import { formatPercent } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { type EstateFilter, useFigureLink } from '../../page/stat.ts'
import { useBoard, useFigures } from '../board.ts'
import { Card } from '../Card.tsx'
import { useUsual } from '../useUsual.ts'
import classes from '../tiles.module.css'
import { Tile, type TileTone } from './Tile.tsx'

type Summary = ReplyOf<typeof workbench.summary>

/** The estate by life cycle and presence; each figure leads to the terminals that it counts. */
export function EstateCard() {
  const { filter } = useBoard()
  const read = useFigures(workbench.summary, { query: filter })
  const link = useFigureLink()
  const usual = useUsual()
  return (
    <Card
      card="ESTATE"
      read={read}
      countedAt={({ countedAt }) => countedAt}
      figures={(data) => ({
        columns: [t('workbench.state'), t('workbench.terminals')],
        rows: figuresOf(data).map(({ text, count }) => [t(text), count]),
        hrefs: figuresOf(data).map(({ listOf }) => link(listOf(filter))),
      })}
    >
      {(data) => (
        <ul className={classes.tiles}>
          {figuresOf(data).map(({ key, text, count, tone, listOf, isCapped = false }) => (
            <li key={key} data-figure={key}>
              <Tile
                text={t(text)}
                count={count}
                isCapped={isCapped && count > countCap}
                tone={tone}
                href={link(listOf(filter))}
                {...(isCapped ? {} : comparedWith(usual, data)(key, count))}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The note and the curve of a figure: its share of the whole, and what is usual where that is known. */
const comparedWith =
  (
    { online, usualOnline, activated, newThisWeek }: ReturnType<typeof useUsual>,
    { total }: Summary,
  ) =>
  (key: string, count: number) => {
    if (key === 'total')
      return {
        curve: activated,
        note: newThisWeek !== undefined && t('workbench.newThisWeek', { count: newThisWeek }),
      }
    const share = total > 0 ? formatPercent(count / total) : ''
    if (key !== 'online') return { note: count > 0 && share }
    const usual = typeof usualOnline === 'number' && total > 0 ? usualOnline / total : null
    return {
      curve: online,
      note:
        usual === null
          ? share
          : t('workbench.shareUsual', { share, usual: formatPercent(Math.min(1, usual)) }),
    }
  }

const lifecycleTones: Readonly<Partial<Record<string, TileTone>>> = {
  SUSPENDED: 'waiting',
  LOST: 'bad',
  REPAIR: 'waiting',
  UNCLAIMED: 'waiting',
}

interface EstateFigure {
  readonly key: string
  readonly tone: TileTone
  readonly text: TextKey
  readonly count: number
  readonly listOf: (filter: EstateFilter) => FigureList
  /** Counted as lists are, no further than one more than `countCap`. */
  readonly isCapped?: boolean
}

const texts = {
  online: 'device.presence.ONLINE',
  offline: 'device.presence.OFFLINE',
  never: 'device.presence.NEVER',
} as const

function figuresOf(summary: Summary): readonly EstateFigure[] {
  return [
    {
      key: 'total',
      tone: 'plain',
      text: 'device.total',
      count: summary.total,
      listOf: estateLists.total,
    },
    {
      key: 'online',
      tone: 'good',
      text: texts.online,
      count: summary.online,
      listOf: estateLists.online,
    },
    {
      key: 'offline',
      tone: 'waiting',
      text: texts.offline,
      count: summary.offline + summary.away,
      listOf: estateLists.offline,
    },
    {
      key: 'away',
      tone: 'bad',
      text: 'workbench.away',
      count: summary.away,
      listOf: estateLists.away,
    },
    {
      key: 'never',
      tone: 'waiting',
      text: texts.never,
      count: summary.never,
      listOf: estateLists.never,
    },
    ...heldOf(summary).concat(lifecyclesOf(summary)),
  ]
}

/** Those that nobody can use, or may, where there are any. */
const heldOf = ({ locked, tampered }: Summary): readonly EstateFigure[] => [
  ...(locked > 0
    ? [
        {
          key: 'locked',
          tone: 'waiting',
          text: 'workbench.locked',
          count: locked,
          listOf: estateLists.locked,
          isCapped: true,
        } as const,
      ]
    : []),
  ...(tampered > 0
    ? [
        {
          key: 'tampered',
          tone: 'bad',
          text: 'workbench.tampered',
          count: tampered,
          listOf: estateLists.tampered,
          isCapped: true,
        } as const,
      ]
    : []),
]

/** The life cycles that some terminal is in. */
const lifecyclesOf = ({ byLifecycle }: Summary): readonly EstateFigure[] =>
  lifecycles.flatMap((lifecycle) => {
    const count = byLifecycle[lifecycle] ?? 0
    const tone = lifecycleTones[lifecycle] ?? 'plain'
    return count > 0
      ? [
          {
            key: lifecycle,
            tone,
            text: `device.lifecycle.${lifecycle}`,
            count,
            listOf: (filter: EstateFilter) => estateLists.lifecycle(filter, lifecycle),
          } as const,
        ]
      : []
  })
