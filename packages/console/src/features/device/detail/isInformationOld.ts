import type { Snapshot, TaskItem } from '@muster/contract'

/** Milliseconds after which a terminal's report counts as old. */
const oldAfter = 600_000

type Report = Pick<Snapshot, 'kind' | 'reportedAt'>
type Task = Pick<TaskItem, 'cmd' | 'createdAt'>

interface Known {
  readonly snapshots: readonly Report[]
  readonly tasks: readonly Task[]
  readonly now: number
}

/** Whether the report is old and nobody has asked for another in the meantime. */
export function isInformationOld({ snapshots, tasks, now }: Known): boolean {
  const isRecent = (at: string) => now - Date.parse(at) < oldAfter
  const information = snapshots.find(({ kind }) => kind === 'info')
  if (information && isRecent(information.reportedAt)) return false
  return !tasks.some(({ cmd, createdAt }) => cmd === 'SYNC' && isRecent(createdAt))
}
