import {
  asyncTasks,
  classifications,
  codes,
  deviceLife,
  deviceSets,
  groups,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../test/testEstate.ts'
import { taskRunners } from '../index.ts'
import { startTasks } from './index.ts'

let app: TestApp
let admin: TestUser
let estate: Estate
let tasks: { stop: () => Promise<void> }
let north: string
let south: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  estate = await addEstate(app)
  const place = (code: string) =>
    addOrganization(app.platform, { name: code, code, parentId: app.rootId })
  north = (await place('north')).id
  south = (await place('south')).id
  await sql`insert into parameter (key, group_code, value_type, value)
    values ('batch.sync.max', 'record', 'int', '2'::jsonb)`.execute(app.platform.db)
  tasks = startTasks(app.platform, taskRunners)
})
afterAll(async () => {
  await tasks.stop()
  await app.close()
})

/** The detail of a task, once it is over. */
async function ended(taskId: string | undefined) {
  for (;;) {
    const task = await admin.get(asyncTasks.detail, { params: { id: taskId ?? '' } })
    if (app.failures.length > 0) throw new Error(app.failures.join())
    if (!['QUEUED', 'RUNNING'].includes(task.state)) return task
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function undone(taskId: string | undefined) {
  const undo = await admin.get(asyncTasks.takeBack, { params: { id: taskId ?? '' } })
  return ended(undo.taskId)
}

const all = (keyword: string, count: number) => ({ matching: { keyword }, count })

interface Kept {
  readonly sn: string
  readonly orgId: string
  readonly lifecycle: string
  readonly tags: readonly string[]
}

async function kept(prefix: string): Promise<readonly Kept[]> {
  const { rows } = await sql<Kept>`select sn, org_id, lifecycle, tags from device
    where sn ^@ ${prefix} order by sn`.execute(app.platform.db)
  return rows
}

const change = (set: string, sn: string) =>
  sql`update device set ${sql.raw(set)}, version = version + 1 where sn = ${sn}`.execute(
    app.platform.db,
  )

it('brings each terminal back to where it was, but for one that somebody has changed since', async () => {
  await addDevices(app, estate, { orgId: north, prefix: 'FAR', count: 3 })
  await sql`update device set org_id = ${app.rootId} where sn = 'FAR00001'`.execute(app.platform.db)
  const body = { ...all('FAR', 3), orgId: south }
  const { taskId } = await admin.get(deviceLife.moveMany, { body })
  expect(await ended(taskId)).toMatchObject({ state: 'SUCCESS', reversible: 3 })
  expect((await kept('FAR')).map(({ orgId }) => orgId)).toEqual([south, south, south])
  await change(`name = 'Till'`, 'FAR00002')
  expect(await undone(taskId)).toMatchObject({ state: 'PARTIAL', done: 2, failed: 1 })
  expect((await kept('FAR')).map(({ orgId }) => orgId)).toEqual([north, app.rootId, south])
})

it('is done once more by the undo of the undo', async () => {
  await addDevices(app, estate, { orgId: north, prefix: 'AGAIN', count: 3 })
  const { taskId } = await admin.get(deviceLife.moveMany, {
    body: { ...all('AGAIN', 3), orgId: south },
  })
  await ended(taskId)
  const back = await undone(taskId)
  expect(back).toMatchObject({ state: 'SUCCESS', done: 3, reversible: 3 })
  expect(await undone(back.id)).toMatchObject({ state: 'SUCCESS', done: 3 })
  expect((await kept('AGAIN')).map(({ orgId }) => orgId)).toEqual([south, south, south])
})

it('offers nothing where a move has reset its terminals', async () => {
  await addDevices(app, estate, { orgId: north, prefix: 'RESET', count: 3 })
  const body = { ...all('RESET', 3), orgId: south, keep: 'RESET' as const }
  const { taskId } = await admin.get(deviceLife.moveMany, { body })
  expect(await ended(taskId)).toMatchObject({ state: 'SUCCESS', done: 3, reversible: 0 })
  const params = { id: taskId ?? '' }
  expect(await admin.call(asyncTasks.takeBack, { params })).toMatchObject({ code: codes.warning })
})

it('gives terminals the words that each of them had, and takes only new ones', async () => {
  await addDevices(app, estate, { orgId: north, prefix: 'WORD', count: 4 })
  await change(`tags = '{new,old}'`, 'WORD00000')
  await change(`tags = '{old}'`, 'WORD00001')
  await change(`tags = '{new}'`, 'WORD00002')
  const before = (await kept('WORD')).map(({ tags }) => tags)
  const body = { ...all('WORD', 4), add: ['new'], remove: ['old'] }
  const { taskId } = await admin.get(deviceLife.tagMany, { body })
  // The third one bore them so before.
  expect(await ended(taskId)).toMatchObject({ state: 'SUCCESS', done: 4, reversible: 3 })
  expect((await kept('WORD')).map(({ tags }) => tags)).toEqual(before.map(() => ['new']))
  expect(await undone(taskId)).toMatchObject({ state: 'SUCCESS', done: 3 })
  expect((await kept('WORD')).map(({ tags }) => tags)).toEqual(before)
})

it('lets those leave a group again that had joined it, whatever else was changed of them', async () => {
  const ids = await addDevices(app, estate, { orgId: north, prefix: 'TEAM', count: 3 })
  const group = await admin.get(groups.add, {
    body: { name: 'Team', orgId: app.rootId, type: 'STATIC' },
  })
  await admin.get(deviceSets.join, { body: { ids: ids.slice(0, 1), groupId: group.id } })
  const { taskId } = await admin.get(deviceSets.join, {
    body: { ...all('TEAM', 3), groupId: group.id },
  })
  expect(await ended(taskId)).toMatchObject({ state: 'SUCCESS', reversible: 2 })
  await change(`name = 'Till'`, 'TEAM00002')
  expect(await undone(taskId)).toMatchObject({ state: 'SUCCESS', done: 2 })
  const members = await admin.get(groups.members, { query: { groupId: group.id } })
  expect(members.list.map(({ sn }) => sn)).toEqual(['TEAM00000'])
})

const addLabel = (code: string, exclusive: boolean) =>
  admin.get(classifications.add, {
    body: { name: code, code, dimension: 'TIER', colour: '#2f6fde', exclusive },
  })

it('takes a label again that stands beside others', async () => {
  await addDevices(app, estate, { orgId: north, prefix: 'LABEL', count: 3 })
  const { id: classificationId } = await addLabel('beside', false)
  const { taskId } = await admin.get(deviceSets.label, {
    body: { ...all('LABEL', 3), classificationId },
  })
  expect(await ended(taskId)).toMatchObject({ state: 'SUCCESS', reversible: 3 })
  expect(await undone(taskId)).toMatchObject({ state: 'SUCCESS', done: 3 })
  expect(
    (await admin.get(classifications.detail, { params: { id: classificationId } })).devices,
  ).toBe(0)
})

it('gives an exclusive label again but to those who got another of its dimension since', async () => {
  const ids = await addDevices(app, estate, { orgId: north, prefix: 'RIVAL', count: 3 })
  const [first, other] = [await addLabel('first', true), await addLabel('other', true)]
  const body = { classificationId: first.id }
  await admin.get(deviceSets.label, { body: { ...body, ids } })
  const { taskId } = await admin.get(deviceSets.unlabel, { body: { ...body, ...all('RIVAL', 3) } })
  expect(await ended(taskId)).toMatchObject({ state: 'SUCCESS', reversible: 3 })
  await admin.get(deviceSets.label, {
    body: { ids: ids.slice(0, 1), classificationId: other.id },
  })
  expect(await undone(taskId)).toMatchObject({ state: 'SUCCESS', reversible: 0 })
  const bearers = async ({ id }: { readonly id: string }) =>
    (await admin.get(classifications.detail, { params: { id } })).devices
  expect([await bearers(first), await bearers(other)]).toEqual([2, 1])
})

it('offers nothing where a label may have taken the place of others', async () => {
  await addDevices(app, estate, { orgId: north, prefix: 'ONLY', count: 3 })
  const { id: classificationId } = await addLabel('only', true)
  const { taskId } = await admin.get(deviceSets.label, {
    body: { ...all('ONLY', 3), classificationId },
  })
  expect(await ended(taskId)).toMatchObject({ state: 'SUCCESS', done: 3, reversible: 0 })
})
