import type { asyncTasks, ReplyOf, workbench } from '@muster/contract'

type Task = ReplyOf<typeof asyncTasks.mine>[number]

interface Stretch {
  /** When it begins. */
  readonly at: string
  readonly grain: ReplyOf<typeof workbench.trend>['grain']
}

const hour = 3_600_000
const lengths = { HOUR: hour, DAY: 24 * hour } as const

/** What changes many records at once; an export, say, only reads. */
const changes: ReadonlySet<Task['type']> = new Set(['BATCH', 'IMPORT'])

/** Which of the tasks changed something within a stretch of a curve, the first first. */
export function happenedAt(tasks: readonly Task[], { at, grain }: Stretch): readonly Task[] {
  const from = Date.parse(at)
  return tasks
    .filter(({ type, createdAt }) => {
      const since = Date.parse(createdAt) - from
      return changes.has(type) && since >= 0 && since < lengths[grain]
    })
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
}
