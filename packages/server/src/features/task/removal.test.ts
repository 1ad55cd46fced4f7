import { asyncTasks, codes, fileTasks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../test/testApp.ts'

let app: TestApp
let user: TestUser
let other: TestUser

beforeAll(async () => {
  app = await startTestApp()
  const permissions = ['ASYNCTASK_LIST', 'ASYNCTASK_CANCEL', 'FILE_LIST', 'FILE_DELETE']
  user = await signedIn(app, { permissions, userName: 'owner' })
  other = await signedIn(app, { isSuperAdmin: true, userName: 'other' })
})
afterAll(() => app.close())

const idOf = (userName: string) =>
  sql<string>`(select id from app_user where user_name = ${userName})`

async function addTasks(who: string, title: string, states: readonly string[]): Promise<void> {
  await sql`insert into async_task (type, title, params, principal, org_id, created_by, language, state)
    select 'EXPORT', ${title}, '{}', '{}', ${app.rootId}, ${idOf(who)}, 'en', state
    from unnest(${states}::text[]) as state`.execute(app.platform.db)
}

async function addFiles(who: string, name: string, states: readonly string[]): Promise<void> {
  await sql`insert into file_task (name, kind, source, media_type, org_id, created_by, state)
    select ${name} || state || '.csv', 'EXPORT', '/x/page', 'text/csv', ${app.rootId}, ${idOf(who)}, state
    from unnest(${states}::text[]) as state`.execute(app.platform.db)
}

it('removes all tasks that match and have ended, and names those that have not', async () => {
  await addTasks('owner', 'old work', ['SUCCESS', 'FAILED', 'CANCELLED', 'RUNNING'])
  await addTasks('other', 'old work', ['SUCCESS'])
  const body = { matching: { keyword: 'old work' }, count: 4 }
  const done = await user.get(asyncTasks.removeMany, { body })
  expect(done).toMatchObject({
    count: 3,
    refused: [{ name: expect.stringMatching(/^AS\d/), reason: expect.stringContaining('ended') }],
  })
  const left = await user.get(asyncTasks.page, { query: { keyword: 'old work' } })
  expect(left.list.map(({ state }) => state)).toEqual(['RUNNING'])
  const theirs = await other.get(asyncTasks.page, { query: { keyword: 'old work', mine: '1' } })
  expect(theirs.total).toBe(1)
})

it('removes all files that match but those that are still made', async () => {
  await addFiles('owner', 'report-', ['FAILED', 'EXPIRED', 'QUEUED'])
  await addFiles('owner', 'kept-', ['FAILED'])
  const body = { matching: { keyword: 'report-' }, count: 3 }
  expect(await user.get(fileTasks.removeMany, { body })).toMatchObject({
    count: 2,
    refused: [{ name: 'report-QUEUED.csv' }],
  })
  const { list } = await user.get(fileTasks.page, { query: { sortField: 'name' } })
  expect(list.map(({ name }) => name)).toEqual(['kept-FAILED.csv', 'report-QUEUED.csv'])
})

it('changes nothing when others match by now than were seen', async () => {
  await addTasks('owner', 'counted', ['SUCCESS', 'SUCCESS'])
  const body = { matching: { keyword: 'counted' }, count: 1 }
  expect(await user.call(asyncTasks.removeMany, { body })).toMatchObject({
    code: codes.countChanged,
    data: { count: 2 },
  })
  expect((await user.get(asyncTasks.page, { query: { keyword: 'counted' } })).total).toBe(2)
})
