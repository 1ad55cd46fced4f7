import type { workbench } from '@muster/contract'
import {
  type asyncTasks,
  type HappenedKind,
  type Happening,
  type ReplyOf,
  type ScreenKey,
  type TextKey,
} from '@muster/contract'
import type { Query } from '../../../platform/address.ts'
import { nameText, t } from '../../../platform/texts.ts'
import { commandText } from '../../device/index.ts'

type Task = ReplyOf<typeof asyncTasks.mine>[number]

/** Something that happened to many at once. */
export interface Mark {
  readonly key: string
  readonly at: string
  readonly text: string
  /** Where its record is looked at. */
  readonly screen: ScreenKey
  readonly query: Query
}

interface Stretch {
  /** When it begins. */
  readonly at: string
  readonly grain: ReplyOf<typeof workbench.trend>['grain']
}

const hour = 3_600_000
const lengths = { HOUR: hour, DAY: 24 * hour } as const

/** What changes many records at once; an export, say, only reads. */
const changes: ReadonlySet<Task['type']> = new Set(['BATCH', 'IMPORT'])

/** One's own background tasks that changed something. */
export const marksOfTasks = (tasks: readonly Task[]): readonly Mark[] =>
  tasks
    .filter(({ type }) => changes.has(type))
    .map(({ id, createdAt, title }) => ({
      key: id,
      at: createdAt,
      text: nameText(title),
      screen: 'ASYNCTASK_MANAGE',
      query: { peek: id },
    }))

interface Kind {
  readonly text: TextKey
  readonly screen: ScreenKey
  readonly queryOf: (of: Happening) => Query
}

const push = ({ id }: Happening): Query => ({ push: id })

const kinds: Readonly<Record<HappenedKind, Kind>> = {
  TASK: { text: 'workbench.happened.TASK', screen: 'MQTT_TASK', queryOf: push },
  APP: { text: 'workbench.happened.APP', screen: 'MQTT_APK', queryOf: push },
  PLAN: { text: 'workbench.happened.PLAN', screen: 'PLAN', queryOf: ({ id }) => ({ watch: id }) },
  RELEASE: {
    text: 'workbench.happened.RELEASE',
    screen: 'ORGANIZATION_APK',
    queryOf: ({ name }) => ({ keyword: name }),
  },
}

/** What began for terminals, each with its kind. */
export const marksOf = (happened: readonly Happening[]): readonly Mark[] =>
  happened.map((one) => {
    const { text, screen, queryOf } = kinds[one.kind]
    return {
      key: one.id,
      at: one.at,
      text: t('workbench.happened.one', { kind: t(text), name: nameOf(one) }),
      screen,
      query: queryOf(one),
    }
  })

/** A task without a name is called by what it tells terminals. */
function nameOf({ kind, name, about }: Happening): string {
  if (kind === 'RELEASE') return [name, about].filter(Boolean).join(' ')
  if (name) return nameText(name)
  return kind === 'TASK' ? commandText(about ?? '') : (about ?? '')
}

/** Which of them happened within a stretch of a curve, the first first. */
export function marksAt(marks: readonly Mark[], { at, grain }: Stretch): readonly Mark[] {
  const from = Date.parse(at)
  return marks
    .filter((mark) => {
      const since = Date.parse(mark.at) - from
      return since >= 0 && since < lengths[grain]
    })
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
