import { codes, commandPermissions, deviceLife, devices, type InputOf } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { saveLockReports, settleLocks } from '../lock/lock.queries.ts'
import { openedArgs } from './sealedArgs.ts'

let app: TestApp
let estate: Estate
let operator: TestUser
let id: string
let tests = 0

const codesOfCommands = [...new Set(Object.values(commandPermissions))]
const permissions = ['DEVICE_LIST', 'DEVICE_DETAIL', 'DEVICE_LOST', ...codesOfCommands]

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  operator = await signedIn(app, { orgId: app.rootId, permissions })
})
afterAll(() => app.close())

const add = async (lifecycle = 'ACTIVE') => {
  const of = { orgId: app.rootId, prefix: `KIND${++tests}-`, count: 1, lifecycle }
  return (await addDevices(app, estate, of))[0] ?? ''
}
beforeEach(async () => {
  id = await add()
})

type Body = InputOf<typeof devices.command>['body']
const give = (body: Body, to = id, by = operator) =>
  by.call(devices.command, { params: { id: to }, body })

/** Ends what the terminal was given, as its report would. */
const end = async (state: string) => {
  await sql`update push_item set state = ${state}, ended_at = now()
    where device_id = ${id} and ended_at is null`.execute(app.platform.db)
  await settleLocks(app.platform.pool, null)
}
const lockOf = async () => (await operator.get(devices.detail, { params: { id } })).lockState

describe('the lock of a terminal', () => {
  it('follows commands to their end, and lists find it', async () => {
    expect(await lockOf()).toBe('NONE')
    await give({ cmd: 'LOCK', args: { text: 'Call us' } })
    expect(await lockOf()).toBe('LOCKING')
    await settleLocks(app.platform.pool, null)
    expect(await lockOf()).toBe('LOCKING')
    await end('SUCCESS')
    expect(await lockOf()).toBe('LOCKED')
    const found = await operator.get(devices.page, { query: { lock: 'LOCKED' } })
    expect(found.list.map((row) => row.id)).toEqual([id])
    const others = await operator.get(devices.page, { query: { lock: 'NONE' } })
    expect(others.list.map((row) => row.id)).not.toContain(id)
    await give({ cmd: 'UNLOCK' })
    expect(await lockOf()).toBe('UNLOCKING')
    await end('REFUSED')
    expect(await lockOf()).toBe('LOCKED')
    await give({ cmd: 'UNLOCK' })
    await end('SUCCESS')
    expect(await lockOf()).toBe('NONE')
  })

  it('is as before where it could not be locked', async () => {
    await give({ cmd: 'LOCK', args: { text: 'Call us' } })
    await end('EXPIRED')
    expect(await lockOf()).toBe('NONE')
  })

  it('is what the terminal says, but where a command is under way', async () => {
    const say = (isLocked: boolean) =>
      saveLockReports(app.platform.pool, [{ deviceId: id, isLocked }])
    expect(await say(false)).toEqual([])
    await say(true)
    expect(await lockOf()).toBe('LOCKED')
    await give({ cmd: 'UNLOCK' })
    await say(true)
    expect(await lockOf()).toBe('UNLOCKING')
    await say(false)
    expect(await lockOf()).toBe('NONE')
    await give({ cmd: 'LOCK', args: { text: 'x' } })
    expect(await say(false)).toEqual([])
    expect(await lockOf()).toBe('LOCKING')
  })
})

describe('a password among the arguments', () => {
  const wifi = { ssid: 'Back office', security: 'WPA2', password: 'nobody reads it' } as const

  it('lies sealed, is shown to nobody, and opens for the terminal', async () => {
    const { data } = await give({ cmd: 'SET_WIFI', args: wifi })
    expect(data.args).toEqual({ ...wifi, password: '***' })
    const { args } = await app.platform.db
      .selectFrom('push')
      .select('args')
      .where('id', '=', data.pushId)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(args)).not.toContain(wifi.password)
    const kept = Object.fromEntries<unknown>(Object.entries(args ?? {}))
    expect(openedArgs(app.platform, 'SET_WIFI', kept)).toEqual(wifi)
    const { rows } = await sql`select 1 from outbox where payload::text like '%nobody reads it%'
      union all select 1 from action_log where action_log::text like '%nobody reads it%'`.execute(
      app.platform.db,
    )
    expect(rows).toEqual([])
  })

  it('keeps the command out of batches', async () => {
    const body = JSON.stringify({ ids: [id], command: { cmd: 'SET_WIFI', args: wifi } })
    const answer = await operator.send({ method: 'POST', url: devices.commandMany.path, body })
    expect(answer.code).toBe(codes.badRequest)
  })
})

describe('a command line', () => {
  it('is one that the vendor allows, and no other', async () => {
    const shell = { cmd: 'SHELL', args: { command: 'uptime' } } as const
    expect(await give(shell)).toMatchObject({
      code: codes.unsupported,
      msg: 'Its vendor does not allow this command line',
    })
    expect(await operator.get(devices.shellCommands, {})).toEqual([])
    await sql`update vendor set shell_commands = '{uptime}'`.execute(app.platform.db)
    expect((await give(shell)).code).toBe(codes.success)
    const [allowed] = await operator.get(devices.shellCommands, {})
    expect(allowed?.commands).toEqual(['uptime'])
    const command = { cmd: 'SHELL', args: { command: 'id' } } as const
    const body = { ids: [id], command }
    const { count, refused } = await operator.get(devices.commandMany, { body })
    expect({ count, refused: refused?.length }).toEqual({ count: 0, refused: 1 })
  })
})

describe('a dangerous command', () => {
  it('asks for a fresh proof, and others do not', async () => {
    const { db } = app.platform
    const old = new Date(Date.now() - 11 * 60_000).toISOString()
    const { sessionId } = operator
    await db.updateTable('session').set({ provedAt: old }).where('id', '=', sessionId).execute()
    const lock = { cmd: 'LOCK', args: { text: 'x' } } as const
    expect((await give(lock)).code).toBe(codes.proofRequired)
    const many = { ids: [id], command: lock }
    expect((await operator.call(devices.commandMany, { body: many })).code).toBe(
      codes.proofRequired,
    )
    expect((await give({ cmd: 'SELF_TEST', args: {} })).code).toBe(codes.success)
    const now = new Date().toISOString()
    await db.updateTable('session').set({ provedAt: now }).where('id', '=', sessionId).execute()
    expect((await give(lock)).code).toBe(codes.success)
  })

  it('needs the right of its own, for one terminal and for many', async () => {
    const others = permissions.filter((code) => code !== 'MQTT_TASK_LOCK')
    const viewer = await signedIn(app, { orgId: app.rootId, permissions: others })
    const lock = { cmd: 'LOCK', args: { text: 'x' } } as const
    expect((await give(lock, id, viewer)).code).toBe(codes.forbidden)
    const many = { ids: [id], command: lock }
    expect((await viewer.call(devices.commandMany, { body: many })).code).toBe(codes.forbidden)
  })

  it('reaches a lost terminal where it must', async () => {
    const lost = await add('LOST')
    expect((await give({ cmd: 'LOCK', args: { text: 'x' } }, lost)).code).toBe(codes.success)
    expect((await give({ cmd: 'WIPE', args: {} }, lost)).code).toBe(codes.success)
    expect((await give({ cmd: 'SHUTDOWN' }, lost)).code).toBe(codes.wrongState)
  })
})

describe('a terminal that is reported lost', () => {
  const lock = { text: 'Please return it', phone: '+964 1' }
  const lose = (more: object = {}, by = operator) =>
    by.call(deviceLife.lost, { params: { id }, body: { reason: 'gone', ...more } })
  const find = (more: object = {}) =>
    operator.call(deviceLife.found, { params: { id }, body: { reason: 'back', ...more } })
  const given = async () =>
    (
      await sql<{
        cmd: string
        state: string
        args: unknown
      }>`select item.cmd, item.state, push.args
        from push_item item join push on push.id = item.push_id where item.device_id = ${id}
        order by item.created_at, item.id`.execute(app.platform.db)
    ).rows
  const lifecycleOf = async () => (await operator.get(devices.detail, { params: { id } })).lifecycle
  const isLocking = async () =>
    (await operator.get(deviceLife.health, { params: { id } })).lastMove?.isLocking

  it('is locked with it, and is said to have been', async () => {
    expect((await lose({ lock })).code).toBe(codes.success)
    expect(await given()).toEqual([{ cmd: 'LOCK', state: 'QUEUED', args: lock }])
    expect([await lifecycleOf(), await lockOf(), await isLocking()]).toEqual([
      'LOST',
      'LOCKING',
      true,
    ])
  })

  it('is let be where nobody wants it locked', async () => {
    await lose()
    expect([await given(), await lockOf(), await isLocking()]).toEqual([[], 'NONE', false])
  })

  it('is locked only by whom the command is granted, with a fresh proof', async () => {
    const others = permissions.filter((code) => code !== 'MQTT_TASK_LOCK')
    const clerk = await signedIn(app, { orgId: app.rootId, permissions: others })
    expect((await lose({ lock }, clerk)).code).toBe(codes.forbidden)
    expect(await lifecycleOf()).toBe('ACTIVE')
    await sql`update session set proved_at = now() - interval '11 minutes'
      where id = ${clerk.sessionId}`.execute(app.platform.db)
    expect((await lose({ lock }, clerk)).code).toBe(codes.proofRequired)
    expect((await lose({}, clerk)).code).toBe(codes.success)
  })

  it('is unlocked when it is found, and a lock that it never heard of is called off', async () => {
    await lose({ lock })
    expect((await find({ unlock: true })).code).toBe(codes.success)
    expect(await given()).toMatchObject([
      { cmd: 'LOCK', state: 'CANCELLED' },
      { cmd: 'UNLOCK', state: 'QUEUED' },
    ])
    expect([await lifecycleOf(), await lockOf()]).toEqual(['ACTIVE', 'UNLOCKING'])
  })

  it('has a lock taken back that it was told of', async () => {
    await lose({ lock })
    await sql`update push_item set state = 'PUBLISHED' where device_id = ${id}`.execute(
      app.platform.db,
    )
    await find({ unlock: true })
    expect(await given()).toMatchObject([{ state: 'CANCELLING' }, { cmd: 'UNLOCK' }])
  })

  it('stays locked where it goes to repair, which takes no commands', async () => {
    await lose({ lock })
    await end('SUCCESS')
    expect(await find({ unlock: true, to: 'REPAIR' })).toMatchObject({ code: codes.wrongState })
    expect(await lifecycleOf()).toBe('LOST')
    expect((await find({ to: 'REPAIR' })).code).toBe(codes.success)
    expect(await lockOf()).toBe('LOCKED')
  })
})
