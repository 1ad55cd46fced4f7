import {
  mqttApks,
  mqttTasks,
  type Plan,
  plans,
  type Push,
  type TextKey,
  underWayLists,
} from '@muster/contract'
import type { ReactNode } from 'react'
import { useCan } from '../../../../kit/session.ts'
import { nameText, t } from '../../../../platform/texts.ts'
import { commandText } from '../../../device/index.ts'
import { PushProgress } from '../../../push/index.ts'
import { PlanBar } from '../../../upgrade/index.ts'
import { type EstateFilter, useFigureLink } from '../../page/stat.ts'
import { useBoard, useFigures } from '../board.ts'
import { Card } from '../Card.tsx'
import classes from '../workbench.module.css'

/** Lines of each kind that are shown; the list behind them has all. */
const mostLines = 3

interface Line {
  readonly key: string
  readonly name: string
  readonly far: ReactNode
}

/** One kind of what is under way: how many there are, and the latest of them. */
interface Kind {
  readonly key: keyof typeof underWayLists
  readonly total: number
  readonly lines: readonly Line[]
}

/** What is being brought to terminals and has not ended, each kind with the way to its list. */
export function PushCard() {
  const { filter } = useBoard()
  const read = useUnderWay(filter)
  const link = useFigureLink()
  const hrefOf = ({ key }: Kind) => link(underWayLists[key](filter))
  return (
    <Card
      card="PUSH"
      read={read}
      empty={(kinds) => (kinds.every(({ total }) => total === 0) ? 'workbench.noPushes' : null)}
      figures={(kinds) => ({
        columns: [t('workbench.push'), t('workbench.count')],
        rows: kinds.map(({ key, total }) => [t(kindTexts[key], { count: total }), total]),
        hrefs: kinds.map(hrefOf),
      })}
    >
      {(kinds) =>
        kinds
          .filter(({ total }) => total > 0)
          .map((kind) => <Lines key={kind.key} kind={kind} href={hrefOf(kind)} />)
      }
    </Card>
  )
}

function Lines({ kind, href }: { readonly kind: Kind; readonly href: string | undefined }) {
  const { key, total, lines } = kind
  const says = t(kindTexts[key], { count: total })
  return (
    <section data-figure={key}>
      <h3 className={classes.kind}>{href ? <a href={href}>{says}</a> : says}</h3>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line.key}>
            <bdi>{line.name}</bdi>
            {line.far}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What a list is asked for: its first page says how many there are, too. */
const first = { pageNum: 1, pageSize: 10 } as const

/** What is under way of each kind that the user may see. */
function useUnderWay(filter: EstateFilter) {
  const may = {
    apps: useCan(mqttApks.page.permission),
    plans: useCan(plans.page.permission),
  }
  const of = {
    tasks: { query: { ...underWayLists.tasks(filter).query, ...first } },
    apps: { query: { ...underWayLists.apps(filter).query, ...first } },
    plans: { query: { ...underWayLists.plans(filter).query, ...first } },
  }
  const tasks = useFigures(mqttTasks.page, of.tasks)
  const apps = useFigures(mqttApks.page, of.apps, may.apps)
  const upgrades = useFigures(plans.page, of.plans, may.plans)
  const reads = [tasks, ...(may.apps ? [apps] : []), ...(may.plans ? [upgrades] : [])]
  const isThere = reads.every(({ data }) => data !== undefined)
  return {
    data: isThere
      ? [
          kindOf('plans', upgrades.data, planLine),
          kindOf('apps', apps.data, pushLine),
          kindOf('tasks', tasks.data, pushLine),
        ].flatMap((kind) => kind ?? [])
      : undefined,
    error: reads.find(({ error }) => error)?.error ?? null,
    refetch: () => Promise.all(reads.map(({ refetch }) => refetch())),
  }
}

const kindTexts = {
  plans: 'workbench.push.plans',
  apps: 'workbench.push.apps',
  tasks: 'workbench.push.tasks',
} as const satisfies Readonly<Record<Kind['key'], TextKey>>

const kindOf = <R,>(
  key: Kind['key'],
  page: { readonly list: readonly R[]; readonly total: number } | undefined,
  lineOf: (row: R) => Line,
): Kind | null =>
  page ? { key, total: page.total, lines: page.list.slice(0, mostLines).map(lineOf) } : null

const pushLine = (push: Push): Line => ({
  key: push.id,
  name: push.title ? nameText(push.title) : (push.package ?? commandText(push.kind)),
  far: <PushProgress push={push} />,
})

const planLine = (plan: Plan): Line => ({
  key: plan.id,
  name: plan.name,
  far: <PlanBar of={plan} />,
})
