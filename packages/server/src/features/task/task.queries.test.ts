import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp } from '../../../test/testApp.ts'
import { cancelTasks, pause } from './steer.queries.ts'
import { claimTask, endTask, holdTask, pauseTask } from './task.queries.ts'

let app: TestApp
let maker: string

beforeAll(async () => {
  app = await startTestApp()
  maker = (await signedIn(app)).userId
})
afterAll(() => app.close())

/** An export that a worker has taken up, and the file that it makes. */
async function exporting(node: string) {
  const { db } = app.platform
  const values = sql`${app.rootId}, ${maker}`
  const { rows } = await sql<{ fileId: string }>`with task as (
      insert into async_task (type, title, params, principal, language, org_id, created_by)
      values ('EXPORT', 'e', '{}', '{}', 'en', ${values}) returning id)
    insert into file_task (name, kind, source, media_type, task_id, state, org_id, created_by)
    select 'e.csv', 'EXPORT', '/', 'text/csv', task.id, 'RUNNING', ${values} from task
    returning id as file_id`.execute(db)
  const task = await claimTask(db, node)
  const stateOf = async () => {
    const { rows: found } = await sql<{ task: string; file: string; message: string | null }>`
      select task.state as task, file.state as file, file.message from file_task as file
        join async_task as task on task.id = file.task_id
      where file.id = ${rows[0]?.fileId}`.execute(db)
    return found[0]
  }
  return { id: task?.id ?? '', stateOf }
}

it.each([
  ['FAILED', 'task.failed', 'task.failed'],
  ['CANCELLED', null, 'transfer.cancelled'],
] as const)('fails the file of a task that has ended as %s', async (state, said, message) => {
  const { id, stateOf } = await exporting('here')
  await endTask(app.platform.db, { id, node: 'here' }, { state, message: said })
  expect(await stateOf()).toEqual({ task: state, file: 'FAILED', message })
})

it('leaves the file of a task alone that somebody else works on by now', async () => {
  const { id, stateOf } = await exporting('there')
  await endTask(app.platform.db, { id, node: 'here' }, { state: 'FAILED', message: 'task.failed' })
  expect(await stateOf()).toEqual({ task: 'RUNNING', file: 'RUNNING', message: null })
})

it('takes up once more what was cancelled while its work wound down to rest', async () => {
  const { db } = app.platform
  const { id, stateOf } = await exporting('winding')
  await pause(db, id)
  expect(await holdTask(db, { id, node: 'winding' })).toBe('pause')
  await cancelTasks(db, [id])
  await pauseTask(db, { id, node: 'winding' })
  const again = await claimTask(db, 'next')
  expect(again).toMatchObject({ id, cancelAsked: true, attempts: 1 })
  await endTask(db, { id, node: 'next' }, { state: 'CANCELLED', message: null })
  expect(await stateOf()).toMatchObject({ task: 'CANCELLED', file: 'FAILED' })
})
