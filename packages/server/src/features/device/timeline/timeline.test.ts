import { alarms, codes, deviceLife, deviceLog, effectiveParams } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'

const { timeline } = deviceLife

let app: TestApp
let estate: Estate
let admin: TestUser
let prefixes = 0

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

const run = (text: string, values: unknown[]) => app.platform.pool.query(text, values)

/** A terminal to which nothing has happened. */
async function terminal(): Promise<string> {
  const prefix = `T${String(++prefixes).padStart(2, '0')}X`
  const [id = ''] = await addDevices(app, estate, { orgId: app.rootId, prefix, count: 1 })
  await run('delete from device_event where device_id = $1', [id])
  return id
}

const tells = (id: string, code: string, ago: string, data: object = {}) =>
  run(
    `insert into device_event (device_id, org_id, vendor_id, model_id, code, data, happened_at, at)
      select id, org_id, vendor_id, model_id, $2, $4, now(), now() - $3::interval from device where id = $1`,
    [id, code, ago, JSON.stringify(data)],
  )

/** Connections from and until so long ago; null: it is still there. */
async function connects(id: string, ...spans: readonly (readonly [string, string | null])[]) {
  for (const [since, until] of spans)
    await run(
      `insert into device_session (id, device_id, connected_at, disconnected_at, ip, reason)
        values (uuid7(), $1, now() - $2::interval, now() - $3::interval, '10.0.0.1', 'network')`,
      [id, since, until],
    )
}

const isGiven = (id: string, cmd: string, ago: string, state: string) =>
  run(
    `insert into push_item (device_id, cmd, state, created_at, published_at, acked_at, ended_at, expires_at)
      values ($1, $2, $4, now() - $3::interval, now() - $3::interval, now() - $3::interval,
        now() - $3::interval + interval '4 seconds', now())`,
    [id, cmd, ago, state],
  )

const codesOf = async (id: string, query: object = {}, user = admin) =>
  (await user.get(timeline, { params: { id }, query })).steps.map(({ code }) => code)

describe('the timeline of a terminal', () => {
  it('tells of connections, commands, its life and what it reported, the latest first', async () => {
    const id = await terminal()
    await tells(id, 'FIRMWARE_CHANGED', '5 hours', { from: '1.0', to: '1.1' })
    await tells(id, 'ALARM_RAISED', '4 hours', { kind: 'PAPER' })
    await isGiven(id, 'REBOOT', '3 hours', 'SUCCESS')
    await connects(id, ['2 hours', '90 minutes'], ['1 hour', null])
    await run(
      `insert into device_move (device_id, event, from_state, to_state, reason, at)
        values ($1, 'SUSPEND', 'ACTIVE', 'SUSPENDED', 'a holiday', now() - interval '30 minutes')`,
      [id],
    )
    const { steps, next } = await admin.get(timeline, { params: { id }, query: {} })
    expect(next).toBeNull()
    expect(steps).toMatchObject([
      { kind: 'LIFE', code: 'SUSPEND', data: { to: 'SUSPENDED', reason: 'a holiday' } },
      {
        kind: 'PRESENCE',
        code: 'CONNECTED',
        data: { awaySeconds: 1800, reason: 'network', ip: '10.0.0.1' },
      },
      { code: 'DISCONNECTED', data: { reason: 'network', onlineSeconds: 1800 } },
      { code: 'CONNECTED', data: { ip: '10.0.0.1' } },
      { kind: 'COMMAND', task: { cmd: 'REBOOT', state: 'SUCCESS', waitsFor: null } },
      { kind: 'ALARM', code: 'ALARM_RAISED', data: { kind: 'PAPER' } },
      { kind: 'VERSION', code: 'FIRMWARE_CHANGED', data: { from: '1.0', to: '1.1' } },
    ])
    expect(steps[4]?.task?.endedAt).toMatch(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/)
  })

  it('tells of one that came back at once only that it did', async () => {
    const id = await terminal()
    await connects(id, ['2 hours', '60 minutes'], ['3590 seconds', '20 minutes'])
    expect(await codesOf(id)).toEqual(['DISCONNECTED', 'RECONNECTED', 'CONNECTED'])
  })

  it('leaves out of the log what the moves and commands tell themselves', async () => {
    const id = await terminal()
    for (const code of ['SUSPEND', 'SETTING_DONE', 'MOVED_OUT', 'LOCKED'])
      await tells(id, code, '1 hour')
    expect(await codesOf(id)).toEqual(['LOCKED'])
  })

  it('is read part by part, each step once, also where many happened in one moment', async () => {
    const id = await terminal()
    await run(
      `insert into device_event (device_id, org_id, vendor_id, model_id, code, happened_at, at)
        select id, org_id, vendor_id, model_id, 'APP_INSTALLED', now(), '2026-05-01T10:00:00.123456Z'
        from device, generate_series(1, 7) where id = $1`,
      [id],
    )
    await connects(id, ['3 hours', '2 hours'], ['1 hour', null])
    await isGiven(id, 'SYNC', '90 minutes', 'FAILED')
    const seen: string[] = []
    let before: string | null | undefined
    do {
      const query = { limit: 3, ...(before && { before }) }
      const part = await admin.get(timeline, { params: { id }, query })
      expect(part.steps.length).toBeLessThanOrEqual(3)
      seen.push(...part.steps.map((step) => `${step.code} ${step.id}`))
      before = part.next
    } while (before)
    expect(seen).toHaveLength(11)
    expect(new Set(seen).size).toBe(11)
    expect((await admin.call(timeline, { params: { id }, query: { before: 'now' } })).code).toBe(
      codes.badRequest,
    )
  })

  it('tells of one kind alone, and of it all that there is', async () => {
    const id = await terminal()
    await tells(id, 'ALARM_RAISED', '9 hours')
    await connects(id, ...Array.from({ length: 5 }, (_, at) => [`${at + 1} hours`, null] as const))
    expect(await codesOf(id, { kind: 'ALARM', limit: 2 })).toEqual(['ALARM_RAISED'])
    expect(await codesOf(id, { kind: 'PARAM' })).toEqual([])
  })

  it.each([
    [[], ['APP_INSTALLED', 'COMMAND', 'CONNECTED', 'MOVED']],
    [[alarms.page.permission], ['ALARM_RAISED', 'APP_INSTALLED', 'COMMAND', 'CONNECTED', 'MOVED']],
    [
      [effectiveParams.apps.permission],
      ['APP_INSTALLED', 'COMMAND', 'CONNECTED', 'MOVED', 'PARAM_APPLIED'],
    ],
    [
      [deviceLog.page.permission],
      [
        'ALARM_RAISED',
        'APP_INSTALLED',
        'COMMAND',
        'CONNECTED',
        'MOVED_IN',
        'PARAM_APPLIED',
        'TAMPERED',
      ],
    ],
  ] as const)('shows with the rights %j beside its page %j', async (rights, shown) => {
    const id = await terminal()
    for (const code of ['ALARM_RAISED', 'APP_INSTALLED', 'PARAM_APPLIED', 'TAMPERED'])
      await tells(id, code, '1 hour')
    await tells(id, 'MOVED_IN', '1 hour', { orgId: app.rootId })
    await connects(id, ['2 hours', null])
    await isGiven(id, 'SYNC', '3 hours', 'SUCCESS')
    await run(
      `insert into device_move (device_id, event, from_state, to_state) values ($1, 'MOVE', 'ACTIVE', 'ACTIVE')`,
      [id],
    )
    const permissions = [timeline.permission, ...rights]
    const reader = await signedIn(app, { permissions, dataScope: 'ALL' })
    expect((await codesOf(id, {}, reader)).toSorted()).toEqual(shown)
  })
})
