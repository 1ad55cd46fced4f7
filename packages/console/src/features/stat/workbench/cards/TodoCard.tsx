import {
  cardPermission,
  type ReplyOf,
  type TextKey,
  todoKeys,
  todoKeysText,
  type TodoKey,
  todoLists,
  todoRecords,
  type TodoRecord,
  workbench,
} from '@muster/contract'
import { formatNumber } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { StatusBadge } from '../../../../kit/page/values.tsx'
import { useCan } from '../../../../kit/session.ts'
import { useFigureLink } from '../../page/stat.ts'
import { useBoard, useFigures } from '../board.ts'
import { Card } from '../Card.tsx'
import classes from '../tiles.module.css'
import { Records } from './Records.tsx'

/** What somebody has to do now, each with the way to do it; what is in order is not listed. */
export function TodoCard() {
  const { filter } = useBoard()
  const input = { query: filter }
  const read = useFigures(workbench.todo, input)
  const summary = useFigures(workbench.summary, input, useCan(cardPermission('ESTATE')))
  const link = useFigureLink()
  const hrefOf = ({ key }: Need) => link(todoLists[key](filter))
  const needsOf = (todo: Todo) => needsIn({ ...todo, away: summary.data?.away ?? null })
  const waiting = (read.data ? needsOf(read.data) : []).filter(({ count }) => count > 0)
  const of = todoKeysText(waiting.map(({ key }) => key))
  const first = useFigures(todoRecords.first, { query: { ...filter, of } }, waiting.length > 0)
  return (
    <Card
      card="TODO"
      read={read}
      figures={(data) => ({
        columns: [t('workbench.todo'), t('workbench.count')],
        rows: needsOf(data).map(({ text, count }) => [t(text), count]),
        hrefs: needsOf(data).map(hrefOf),
      })}
      empty={(data) =>
        needsOf(data).every(({ count }) => count === 0) ? 'workbench.nothingToDo' : null
      }
    >
      {() => (
        <ul className={classes.needs}>
          {waiting.map((need) => (
            <Line key={need.key} need={need} records={first.data?.[need.key]} href={hrefOf(need)} />
          ))}
        </ul>
      )}
    </Card>
  )
}

interface LineProps {
  readonly need: Need
  readonly records: readonly TodoRecord[] | undefined
  readonly href: string | undefined
}

function Line({ need, records, href }: LineProps) {
  const { key, text, count, tone, act } = need
  return (
    <li data-figure={key}>
      <StatusBadge tone={tone}>{formatNumber(count)}</StatusBadge>
      <span>
        {t(text)}
        <Records records={records} count={count} />
      </span>
      {href && (
        <a className={classes.act} href={href} aria-label={`${t(act)}: ${t(text)}`}>
          {t(act)}
        </a>
      )}
    </li>
  )
}

type Todo = ReplyOf<typeof workbench.todo>

interface Kind {
  readonly text: TextKey
  readonly act: TextKey
  /** It went wrong by itself; anything else waits for somebody. */
  readonly isTrouble?: true
}

const kinds = {
  away: { text: 'workbench.away', act: 'workbench.see', isTrouble: true },
  failing: { text: 'workbench.failing', act: 'workbench.see', isTrouble: true },
  alarms: { text: 'workbench.pressing', act: 'workbench.see', isTrouble: true },
  apkReviews: { text: 'workbench.apkReviews', act: 'workbench.review' },
  versionReviews: { text: 'workbench.versionReviews', act: 'workbench.review' },
  planApprovals: { text: 'workbench.planApprovals', act: 'workbench.approve' },
  taskApprovals: { text: 'workbench.taskApprovals', act: 'workbench.approve' },
  appApprovals: { text: 'workbench.appApprovals', act: 'workbench.approve' },
  paramApprovals: { text: 'workbench.paramApprovals', act: 'workbench.approve' },
  jsonApprovals: { text: 'workbench.jsonApprovals', act: 'workbench.approve' },
  unclaimed: { text: 'workbench.unclaimed', act: 'workbench.claim' },
  reviews: { text: 'workbench.reviews', act: 'workbench.review' },
  invited: { text: 'workbench.invited', act: 'workbench.see' },
} as const satisfies Readonly<Record<TodoKey, Kind>>

interface Need extends Pick<Kind, 'text' | 'act'> {
  readonly key: TodoKey
  readonly tone: 'bad' | 'waiting'
  readonly count: number
}

/** What is not the reader's to see or to decide is left out. */
const needsIn = (counts: Todo & { readonly away: number | null }): readonly Need[] =>
  todoKeys.flatMap((key) => {
    const count = counts[key]
    const { text, act, isTrouble }: Kind = kinds[key]
    return count === null ? [] : [{ key, text, act, count, tone: isTrouble ? 'bad' : 'waiting' }]
  })
