import { lifecycles, type ReplyOf, type TextKey, workbench } from '@muster/contract'
import { formatNumber } from '../../../../platform/format.ts'
import type { Query } from '../../../../platform/address.ts'
import { t } from '../../../../platform/texts.ts'
import { useBoard, useDeviceLink, useFigures } from '../board.ts'
import { Card } from '../Card.tsx'
import classes from '../workbench.module.css'

type Summary = ReplyOf<typeof workbench.summary>

/** The estate by life cycle and presence; each figure leads to the terminals that it counts. */
export function EstateCard() {
  const { filter } = useBoard()
  const read = useFigures(workbench.summary, { query: filter })
  const link = useDeviceLink()
  return (
    <Card
      card="ESTATE"
      read={read}
      countedAt={({ countedAt }) => countedAt}
      figures={(data) => ({
        columns: [t('workbench.state'), t('workbench.terminals')],
        rows: figuresOf(data).map(({ text, count }) => [t(text), count]),
      })}
    >
      {(data) => (
        <ul className={classes.counters}>
          {figuresOf(data).map(({ key, text, count, filter: more }) => (
            <li key={key} data-figure={key}>
              <Figure text={t(text)} count={count} href={link(more)} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

interface FigureProps {
  readonly text: string
  readonly count: number
  readonly href: string | undefined
}

/** A number and what it counts. */
export function Figure({ text, count, href }: FigureProps) {
  const says = (
    <>
      <strong>{formatNumber(count)}</strong>
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

interface EstateFigure {
  readonly key: string
  readonly text: TextKey
  readonly count: number
  readonly filter: Query
}

function figuresOf({
  total,
  online,
  offline,
  away,
  never,
  byLifecycle,
}: Summary): readonly EstateFigure[] {
  return [
    { key: 'total', text: 'device.total', count: total, filter: {} },
    {
      key: 'online',
      text: 'device.presence.ONLINE',
      count: online,
      filter: { presence: 'ONLINE' },
    },
    {
      key: 'offline',
      text: 'device.presence.OFFLINE',
      count: offline + away,
      filter: { presence: 'OFFLINE' },
    },
    { key: 'away', text: 'workbench.away', count: away, filter: { overdue: '1' } },
    { key: 'never', text: 'device.presence.NEVER', count: never, filter: { presence: 'NEVER' } },
    ...lifecycles
      .filter((lifecycle) => (byLifecycle[lifecycle] ?? 0) > 0)
      .map((lifecycle) => ({
        key: lifecycle,
        text: `device.lifecycle.${lifecycle}` as const,
        count: byLifecycle[lifecycle] ?? 0,
        filter: { lifecycle },
      })),
  ]
}
