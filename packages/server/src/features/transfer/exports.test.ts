import { codes, exportOf, fileTasks, vendors, asyncTasks } from '@muster/contract'
import { parse } from 'csv-parse/sync'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/testApp.ts'
import { works } from '../index.ts'
import { startTasks } from '../task/index.ts'

let app: TestApp
let folder: string
let tasks: { stop: () => Promise<void> }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-files-'))
  app = await startTestApp()
  Object.assign(app.platform.env, { dataFolder: folder })
  tasks = startTasks(app.platform, works)
})
afterAll(async () => {
  await tasks.stop()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

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
    expect(rows[0]).toEqual(['Name', "'=Contact", 'Made'])
    expect(rows.slice(1).map(([name]: string[]) => name)).toEqual(['few3', 'few2', 'few1'])
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
})

const apart = async () =>
  (
    await addOrganization(app.platform, {
      name: 'Elsewhere',
      code: 'elsewhere',
      parentId: app.rootId,
    })
  ).id
