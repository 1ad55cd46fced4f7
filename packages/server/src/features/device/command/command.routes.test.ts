import { codes, commandPermissions, devices, mqttTasks } from '@muster/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'

let app: TestApp
let estate: Estate
let orgA: string
let operator: TestUser
let id: string
let tests = 0

const permissions = ['DEVICE_DETAIL', ...new Set(Object.values(commandPermissions))]

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  const add = (name: string) =>
    addOrganization(app.platform, { name, code: name.toLowerCase(), parentId: app.rootId })
  orgA = (await add('Alpha')).id
  operator = await signedIn(app, { orgId: orgA, permissions })
})

afterAll(() => app.close())

beforeEach(async () => {
  id = await addDevice()
})

async function addDevice(lifecycle = 'ACTIVE'): Promise<string> {
  const of = { orgId: orgA, prefix: `CMD${++tests}-`, count: 1, lifecycle }
  return (await addDevices(app, estate, of))[0] ?? ''
}

const reboot = (device: string, by = operator) =>
  by.call(devices.command, { params: { id: device }, body: { cmd: 'REBOOT', args: { delay: 3 } } })

const tasksOf = (device: string, query = {}) =>
  operator.get(devices.tasks, { params: { id: device }, query })

describe('a command', () => {
  it('is queued with its message in the outbox, and shown', async () => {
    const { code, data } = await reboot(id)
    expect(code).toBe(codes.success)
    expect(data).toMatchObject({
      deviceId: id,
      cmd: 'REBOOT',
      args: { delay: 3 },
      state: 'QUEUED',
      createdBy: operator.name,
      attempt: 1,
      staleReports: 0,
    })
    expect(data.createdAt).toBe(data.queuedAt)
    // Nobody said how long it is worth delivering: as long as the parameter says.
    expect(Date.parse(data.expiresAt) - Date.parse(data.createdAt)).toBe(168 * 3_600_000)
    const { payload } = await app.platform.db
      .selectFrom('outbox')
      .select('payload')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const body = { item: data.id, cmd: 'REBOOT', args: { delay: 3 }, attempt: 1 }
    expect(payload).toMatchObject({ path: 'cmd', body, expiresAt: Date.parse(data.expiresAt) })
    expect((await tasksOf(id)).list).toEqual([data])
  })

  it('to a disabled terminal is refused, and what waits for it is shown as held', async () => {
    const waiting = (await reboot(id)).data
    const boss = await signedIn(app, { isSuperAdmin: true })
    const set = (status: '0' | '1') =>
      boss.get(devices.setStatusMany, { params: { status }, body: { ids: [id] } })
    await set('0')
    expect(await reboot(id)).toMatchObject({
      code: codes.wrongState,
      msg: 'This terminal is disabled: nothing is sent to it. Enable it first',
    })
    expect((await tasksOf(id)).list).toMatchObject([
      { id: waiting.id, state: 'QUEUED', waitsFor: 'DISABLED' },
    ])
    const { list } = await boss.get(mqttTasks.items, { query: { pushId: waiting.pushId } })
    expect(list).toMatchObject([{ id: waiting.id, waitsFor: 'DISABLED', waitsUntil: null }])
    const shown = await boss.get(devices.page, { query: { status: '0' } })
    expect(shown.list.map((row) => row.id)).toEqual([id])
    await set('1')
    expect((await tasksOf(id)).list).toMatchObject([{ state: 'QUEUED', waitsFor: null }])
    expect((await reboot(id)).code).toBe(codes.success)
  })

  it('with defaults takes the least to say', async () => {
    const item = await operator.get(devices.command, { params: { id }, body: { cmd: 'SYNC' } })
    expect(item.args).toEqual({ info: true, net: true, location: false, apps: false, keys: false })
  })

  it.each([
    { cmd: 'EXPLODE', args: {} },
    { cmd: 'LOCK', args: { text: 'x'.repeat(65) } },
    { cmd: 'SET_TIME_ZONE', args: { zone: 'Asia/Nowhere' } },
    { cmd: 'CLEAR_APP_DATA', args: { packages: [] } },
    { cmd: 'REBOOT', args: { delay: -1 } },
    { cmd: 'REBOOT', args: { delay: 0, now: true } },
    { cmd: 'MESSAGE', args: { title: '', text: 'x' } },
    { cmd: 'LOCATE', args: {}, ttlSeconds: 1 },
    {},
  ])('like %o is not accepted', async (body) => {
    const url = devices.command.path.replace('{id}', id)
    const answer = await operator.send({ method: 'POST', url, body: JSON.stringify(body) })
    expect(answer.code).toBe(codes.badRequest)
    expect((await tasksOf(id)).total).toBe(0)
  })

  it.each(['STOCK', 'ASSIGNED', 'SUSPENDED', 'REPAIR', 'LOST', 'SCRAPPED', 'UNCLAIMED'])(
    'to restart is refused in %s',
    async (lifecycle) => {
      expect((await reboot(await addDevice(lifecycle))).code).toBe(codes.wrongState)
    },
  )

  it('needs the right of its own, beside that to see the terminal', async () => {
    const viewer = await signedIn(app, {
      orgId: orgA,
      permissions: ['DEVICE_DETAIL', 'DEVICE_SYNC'],
    })
    expect((await reboot(id, viewer)).code).toBe(codes.forbidden)
    const body = { cmd: 'SYNC' as const }
    expect((await viewer.call(devices.command, { params: { id }, body })).code).toBe(codes.success)
  })

  it('is not taken while fifty others wait', async () => {
    for (let n = 0; n < 50; n++) expect((await reboot(id)).code).toBe(codes.success)
    expect((await reboot(id)).code).toBe(codes.tooManyRequests)
  })
})

describe('commands of a terminal', () => {
  it('are shown newest first, filtered and page by page', async () => {
    for (let n = 0; n < 3; n++) await reboot(id)
    await operator.get(devices.command, { params: { id }, body: { cmd: 'LOCATE' } })
    const first = await tasksOf(id, { pageSize: 3 })
    expect([first.total, first.list.map(({ cmd }) => cmd)]).toEqual([
      4,
      ['LOCATE', 'REBOOT', 'REBOOT'],
    ])
    expect((await tasksOf(id, { pageSize: 3, pageNum: 2 })).list).toHaveLength(1)
    expect((await tasksOf(id, { state: 'SUCCESS' })).total).toBe(0)
    expect((await tasksOf(id, { keyword: 'locate' })).total).toBe(1)
    const byCommand = await tasksOf(id, { sortField: 'cmd', sortOrder: 'asc' })
    expect(byCommand.list[0]?.cmd).toBe('LOCATE')
  })

  it('cannot be sorted by what is not theirs', async () => {
    const query = { sortField: 'messageId' }
    expect((await operator.call(devices.tasks, { params: { id }, query })).code).toBe(
      codes.badRequest,
    )
  })
})

describe('a terminal of another organisation', () => {
  it('takes no command and tells nothing', async () => {
    const { id: orgB } = await addOrganization(app.platform, {
      name: `Beta${tests}`,
      code: `beta${tests}`,
      parentId: app.rootId,
    })
    const stranger = await signedIn(app, { orgId: orgB, permissions })
    await reboot(id)
    const params = { id }
    expect((await reboot(id, stranger)).code).toBe(codes.notFound)
    const answers = await Promise.all([
      stranger.call(devices.tasks, { params, query: {} }),
      stranger.call(devices.snapshots, { params }),
      stranger.call(devices.connectivity, { params, query: {} }),
    ])
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => codes.notFound))
    expect((await tasksOf(id)).total).toBe(1)
  })
})
