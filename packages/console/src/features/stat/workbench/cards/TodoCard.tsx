import {
  cardPermission,
  type ReplyOf,
  type ScreenKey,
  type TextKey,
  workbench,
} from '@muster/contract'
import { addressText } from '../../../../platform/address.ts'
import { formatNumber } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { StatusBadge } from '../../../../kit/page/values.tsx'
import { useCan } from '../../../../kit/session.ts'
import { useBoard, useDeviceLink, useFigures } from '../board.ts'
import { Card } from '../Card.tsx'
import { usePages } from '../pages.ts'
import classes from '../tiles.module.css'

/** What somebody has to do now, each with the way to do it; what is in order is not listed. */
export function TodoCard() {
  const { filter } = useBoard()
  const input = { query: filter }
  const read = useFigures(workbench.todo, input)
  const summary = useFigures(workbench.summary, input, useCan(cardPermission('ESTATE')))
  const command = useFigures(workbench.command, input, useCan(cardPermission('COMMAND')))
  const hrefOf = useActLink()
  const needsOf = (todo: Todo) => [...troubleOf(summary.data, command.data), ...waitingOf(todo)]
  return (
    <Card
      card="TODO"
      read={read}
      figures={(data) => ({
        columns: [t('workbench.todo'), t('workbench.count')],
        rows: needsOf(data).map(({ text, count }) => [t(text), count]),
      })}
      empty={(data) =>
        needsOf(data).every(({ count }) => count === 0) ? 'workbench.nothingToDo' : null
      }
    >
      {(data) => (
        <ul className={classes.needs}>
          {needsOf(data)
            .filter(({ count }) => count > 0)
            .map((need) => (
              <Line key={need.key} need={need} href={hrefOf(need.key)} />
            ))}
        </ul>
      )}
    </Card>
  )
}

function Line({ need, href }: { readonly need: Need; readonly href: string | undefined }) {
  const { key, text, count, tone, act } = need
  return (
    <li data-figure={key}>
      <StatusBadge tone={tone}>{formatNumber(count)}</StatusBadge>
      <span>{t(text)}</span>
      {href && (
        <a className={classes.act} href={href} aria-label={`${t(act)}: ${t(text)}`}>
          {t(act)}
        </a>
      )}
    </li>
  )
}

type Todo = ReplyOf<typeof workbench.todo>
type Key = 'away' | 'failed' | keyof Todo

interface Need {
  readonly key: Key
  readonly text: TextKey
  readonly act: TextKey
  readonly tone: 'bad' | 'waiting'
  readonly count: number
}

const troubles: ReadonlySet<string> = new Set(['FAILED', 'REFUSED', 'TIMEOUT'])

/** What went wrong by itself: terminals that stay away, commands that failed. */
function troubleOf(
  summary: ReplyOf<typeof workbench.summary> | undefined,
  command: ReplyOf<typeof workbench.command> | undefined,
): readonly Need[] {
  const failed = command?.states.filter(({ state }) => troubles.has(state)) ?? []
  return [
    ...(summary
      ? [
          {
            key: 'away',
            text: 'workbench.away',
            act: 'workbench.see',
            tone: 'bad',
            count: summary.away,
          } as const,
        ]
      : []),
    ...(command
      ? [
          {
            key: 'failed',
            text: 'workbench.failedCommands',
            act: 'workbench.see',
            tone: 'bad',
            count: failed.reduce((sum, { count }) => sum + count, 0),
          } as const,
        ]
      : []),
  ]
}

const texts: Readonly<Record<keyof Todo, TextKey>> = {
  alarms: 'workbench.pressing',
  unclaimed: 'workbench.unclaimed',
  reviews: 'workbench.reviews',
  apkReviews: 'workbench.apkReviews',
  taskApprovals: 'workbench.taskApprovals',
  appApprovals: 'workbench.appApprovals',
  invited: 'workbench.invited',
}
const acts: Readonly<Record<keyof Todo, TextKey>> = {
  alarms: 'workbench.see',
  unclaimed: 'workbench.claim',
  reviews: 'workbench.review',
  apkReviews: 'workbench.review',
  taskApprovals: 'workbench.approve',
  appApprovals: 'workbench.approve',
  invited: 'workbench.see',
}
const keys = [
  'alarms',
  'apkReviews',
  'taskApprovals',
  'appApprovals',
  'unclaimed',
  'reviews',
  'invited',
] as const

const toneOf = (key: keyof Todo) => (key === 'alarms' ? 'bad' : 'waiting')

/** What is not the reader's to decide is left out. */
const waitingOf = (data: Todo): readonly Need[] =>
  keys.flatMap((key) => {
    const count = data[key]
    return count === null
      ? []
      : [{ key, text: texts[key], act: acts[key], tone: toneOf(key), count }]
  })

/** Where something is done about it, for those who have the page. */
function useActLink() {
  const { filter } = useBoard()
  const link = useDeviceLink()
  const pages = usePages()
  const pathOf = (screen: ScreenKey) => pages.find((page) => page.screen === screen)?.path
  return (key: Key): string | undefined => {
    if (key === 'away') return link({ overdue: '1' })
    if (key === 'unclaimed') return link({ lifecycle: 'UNCLAIMED' })
    if (key === 'alarms') return alarmLink(pathOf('ALARM_LOG'), filter)
    const [screen, query] = placeOf(key, filter)
    const path = pathOf(screen)
    return path && `#${addressText({ path, query })}`
  }
}

type Filter = ReturnType<typeof useBoard>['filter']
type Place = readonly [ScreenKey, Readonly<Record<string, string>>]

/** The screen that shows what waits, and nothing else. */
function placeOf(key: Exclude<Key, 'away' | 'unclaimed' | 'alarms'>, { orgId }: Filter): Place {
  const places: Readonly<Record<typeof key, Place>> = {
    failed: ['MQTT_TASK', {}],
    reviews: ['PLATfORM_USERS', { state: 'PENDING_REVIEW' }],
    apkReviews: ['APPLICATION_MANAGE', { apkState: 'REVIEW', ...(orgId && { orgId }) }],
    taskApprovals: ['MQTT_TASK', { state: 'APPROVAL' }],
    appApprovals: ['MQTT_APK', { state: 'APPROVAL' }],
    invited: ['USER', { state: 'INVITED', within: orgId ?? '' }],
  }
  return places[key]
}

/** Alarms that are open or being seen to, of the part of the estate that the board shows. */
function alarmLink(
  path: string | undefined,
  { orgId, modelId }: ReturnType<typeof useBoard>['filter'],
): string | undefined {
  const query = { state: 'LIVE', ...(orgId && { orgId }), ...(modelId && { modelId }) }
  return path && `#${addressText({ path, query })}`
}
