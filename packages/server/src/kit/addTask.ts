import { type AsyncTaskType, asyncTasksPath } from '@muster/contract'
import type { Context } from './context.ts'
import { reachOf } from '../access/reach.ts'
import { frozenScope } from '../access/frozen.ts'

export interface NewTask {
  readonly type: AsyncTaskType
  /** A text key, or words. */
  readonly title: string
  /** Plain JSON that the work reads. */
  readonly params: object
  /** The right that others need who read what it tells of records. */
  readonly permission?: string
}

/** What rings when there is a new task. */
export const taskBell = 'asyncTask'

/** Asks for background work in the caller's transaction; it runs with no more than his rights of this moment. */
export async function addTask(ctx: Context, task: NewTask): Promise<string> {
  const { principal, language } = ctx
  const { id } = await ctx.db
    .insertInto('asyncTask')
    .values({
      type: task.type,
      title: task.title,
      params: JSON.stringify(task.params),
      principal: JSON.stringify(frozenScope(principal)),
      reachId: reachOf(principal),
      permission: task.permission ?? null,
      orgId: principal.orgId,
      createdBy: principal.userId,
      language,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.changed(asyncTasksPath, [id], [principal.orgId])
  ctx.ring(taskBell)
  return id
}
