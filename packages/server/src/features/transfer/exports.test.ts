import { codes, exportOf, fileTasks, vendors, asyncTasks } from '@muster/contract'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../test/testApp.ts'
import { startTaskApp } from '../../../test/taskApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTaskApp()
})
afterAll(() => app.close())

const columns = JSON.stringify([
  ['name', 'Name'],
  ['contact', '=Contact'],
  ['createdAt', 'Made'],
])

const exported = (user: TestUser, query: Record<string, string>) =>
  user.file(exportOf(vendors.page), { query: { columns, ...query } })

async function addVendors(prefix: string, count: number): Promise<void> {
  await sql`insert into vendor (name, code, contact)
    select ${prefix} || number, ${prefix} || number, 'contact ' || number
    from generate_series(1, ${count}) as number`.execute(app.platform.db)
}

async function ended(user: TestUser, taskId: string) {
  for (;;) {
    const task = await user.get(asyncTasks.detail, { params: { id: taskId } })
    if (!['QUEUED', 'RUNNING'].includes(task.state)) return task
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('the export of a list', () => {
  it('answers a file with the columns, the filter and the order of the list', async () => {
    await addVendors('few', 3)
    const user = await signedIn(app, { isSuperAdmin: true })
    const { headers, body } = await exported(user, {
      name: 'few',
      sortField: 'name',
      sortOrder: 'desc',
    })
    expect(headers['content-disposition']).toContain('vendor-')
    const rows = parse(body, { bom: true })
    expect(rows[0]).toEqual(['Name', "'=Contact", 'Made (UTC)'])
    expect(rows.slice(1).map(([name]: string[]) => name)).toEqual(['few3', 'few2', 'few1'])
  })

  it('says codes in the words of who asks, and moments in his zone, which the heading names', async () => {
    await sql`insert into vendor (name, code, status, created_at)
      values ('worded', 'worded', 0, '2026-11-22T22:30:00Z')`.execute(app.platform.db)
    const user = await signedIn(app, { isSuperAdmin: true })
    const named = JSON.stringify([
      ['status', 'Status', { 1: 'kit.enabled', 0: 'kit.disabled' }],
      ['status', 'Code'],
      ['createdAt', 'Made'],
    ])
    const { body } = await exported(user, {
      name: 'worded',
      columns: named,
      timeZone: 'Asia/Baghdad',
    })
    expect(parse(body, { bom: true })).toEqual([
      ['Status', 'Code', 'Made (Asia/Baghdad)'],
      ['Disabled', '0', '2026-11-23 01:30:00'],
    ])
    const wrong = (await exported(user, { timeZone: 'Mars/Olympus' })).json()
    expect(wrong).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field: 'timeZone' }] },
    })
    const hidden = JSON.stringify([['name', 'Name', 'x.{deletedAt}']])
    expect((await exported(user, { columns: hidden })).json().code).toBe(codes.badRequest)
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1'])(
    'lets no sheet program run what somebody typed: %j',
    async (typed) => {
      const user = await signedIn(app, { isSuperAdmin: true })
      await sql`delete from vendor where code = 'evil'`.execute(app.platform.db)
      await sql`insert into vendor (name, code, contact) values ('evil', 'evil', ${typed})`.execute(
        app.platform.db,
      )
      const { body } = await exported(user, { name: 'evil' })
      const [, row] = parse(body, { bom: true })
      expect(row?.[1]).toBe(`'${typed}`)
      const sheet = await exported(user, { name: 'evil', format: 'xlsx' })
      expect(sheet.body.subarray(0, 2).toString()).toBe('PK')
    },
  )

  it('is refused to whom it was not granted, and says which columns are wrong', async () => {
    const reader = await signedIn(app, { permissions: ['VENDOR_LIST'] })
    expect((await exported(reader, {})).json().code).toBe(codes.forbidden)
    const user = await signedIn(app, { isSuperAdmin: true })
    const answer = await exported(user, { columns: 'name' })
    expect(answer.json()).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field: 'columns' }] },
    })
  })

  it.each(['deletedAt', 'passwordHash', '__proto__', 'constructor'])(
    'tells nothing that the list does not show: %s',
    async (member) => {
      const user = await signedIn(app, { isSuperAdmin: true })
      const answer = await exported(user, { columns: JSON.stringify([[member, 'X']]) })
      expect(answer.json()).toMatchObject({
        code: codes.badRequest,
        data: { fields: [{ field: 'columns' }] },
      })
    },
  )

  it('goes to the background above the cap, under the rights of who asked', async () => {
    await addVendors('many', 5200)
    const user = await signedIn(app, { isSuperAdmin: true })
    const answer = (await exported(user, { name: 'many' })).json()
    expect(answer.code).toBe(codes.warning)
    const { taskId = '', fileId = '' } = answer.data
    expect(await ended(user, taskId)).toMatchObject({ state: 'SUCCESS', done: 5200, fileId })
    const page = await user.get(fileTasks.page, { query: {} })
    expect(page.list[0]).toMatchObject({ state: 'READY', rows: 5200, percent: 100 })
    const file = await user.file(fileTasks.download, { params: { id: fileId } })
    expect(parse(file.body, { bom: true })).toHaveLength(5201)

    const other = await signedIn(app, {
      permissions: ['FILE_LIST', 'FILE_DOWNLOAD', 'FILE_ALL'],
      orgId: await apart(),
    })
    expect((await other.file(fileTasks.download, { params: { id: fileId } })).json().code).toBe(
      codes.notFound,
    )
    expect((await other.get(fileTasks.page, { query: { mine: '0' } })).total).toBe(0)
  })

  it('waits with its task where that is tried again, and has not failed meanwhile', async () => {
    await addVendors('again', 5200)
    const user = await signedIn(app, { isSuperAdmin: true })
    const { env, db, live } = app.platform
    const { dataFolder } = env
    Object.assign(env, { dataFolder: '/dev/null' })
    const { taskId = '', fileId = '' } = (await exported(user, { name: 'again' })).json().data
    const task = () => user.get(asyncTasks.detail, { params: { id: taskId } })
    await expect
      .poll(async () => [(await task()).state, app.failures.length])
      .toEqual(['QUEUED', 1])
    Object.assign(env, { dataFolder })
    app.failures.splice(0)
    const file = async () => {
      const { list } = await user.get(fileTasks.page, { query: {} })
      return list.find(({ id }) => id === fileId)
    }
    expect(await file()).toMatchObject({ state: 'QUEUED', message: null })
    await sql`update async_task set run_at = now() where id = ${taskId}`.execute(db)
    live.ring('asyncTask')
    expect(await ended(user, taskId)).toMatchObject({ state: 'SUCCESS' })
    expect(await file()).toMatchObject({ state: 'READY' })
  })
})

it('makes twenty large ones that are asked for at once, two at a time, while others are served', async () => {
  await addVendors('crowd', 5050)
  const [eager, other] = [
    await signedIn(app, { isSuperAdmin: true }),
    await signedIn(app, { isSuperAdmin: true }),
  ]
  const users = Array.from({ length: 20 }, (_, n) => (n % 4 === 0 ? other : eager))
  // A machine that does much else may tell some of them to come again.
  async function taken(user: TestUser) {
    for (;;) {
      const answer = (await exported(user, { name: 'crowd' })).json()
      if (answer.code !== codes.unavailable) return { user, ...answer }
    }
  }
  const asked = await Promise.all(users.map(taken))
  expect(new Set(asked.map(({ code }) => code))).toEqual(new Set([codes.warning]))
  let most = 0
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ running: number; waiting: number }>`
          select count(*) filter (where state = 'RUNNING')::int as running,
            count(*) filter (where state in ('QUEUED', 'RUNNING'))::int as waiting
          from async_task`.execute(app.platform.db)
        most = Math.max(most, rows[0]?.running ?? 0)
        expect((await other.call(vendors.page, { query: {} })).code).toBe(codes.success)
        return rows[0]?.waiting
      },
      { timeout: 120_000 },
    )
    .toBe(0)
  expect(most).toBeLessThanOrEqual(2)
  for (const { user, data } of asked) {
    const file = await user.file(fileTasks.download, { params: { id: data['fileId'] ?? '' } })
    expect(parse(file.body, { bom: true })).toHaveLength(5051)
  }
})

const apart = async () =>
  (
    await addOrganization(app.platform, {
      name: 'Elsewhere',
      code: 'elsewhere',
      parentId: app.rootId,
    })
  ).id
