import { createHmac } from 'node:crypto'
import {
  clientEventNames,
  clientEvents,
  type ClientEvent,
  clients,
  codes,
  columnsOf,
  devices,
  notices,
  type ScopeKind,
  webhooks,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addClient } from '../../../../test/testClient.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { WebhookReceiver } from '../../../../test/webhookReceiver.ts'
import { sendDue, stopAndTell } from './webhook.worker.ts'

const networks = { MUSTER_WEBHOOK_NETWORKS: '127.0.0.0/8' }

let app: TestApp
let admin: TestUser
let estate: Estate
let receiver: WebhookReceiver
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date() }, networks)
  admin = await signedIn(app, { isSuperAdmin: true })
  estate = await addEstate(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  receiver = new WebhookReceiver()
  await receiver.open()
})
afterEach(async () => {
  await receiver.close()
  await app.platform.db.deleteFrom('apiClient').execute()
})

interface Wishes {
  readonly orgId?: string
  readonly dataScope?: ScopeKind
  readonly permissions?: readonly string[]
  readonly events?: readonly ClientEvent[]
}

const permissions = ['DEVICE_LIST', 'DEVICE_DETAIL', 'USER_LIST']

/** A client that listens; its id and how it calls. */
async function listener(wishes: Wishes = {}): Promise<TestUser> {
  const client = await addClient(app, { permissions, dataScope: 'ALL', ...wishes })
  const events = [...(wishes.events ?? clientEventNames)]
  await app.platform.db
    .updateTable('apiClient')
    .set({ callbackUrl: receiver.url, events })
    .where('id', '=', client.userId)
    .execute()
  return client
}

const logOf = async ({ userId: id }: TestUser, query = {}) =>
  (await admin.get(webhooks.log, { params: { id }, query: { pageSize: 100, ...query } })).list

const eventsOf = async (client: TestUser) =>
  (await logOf(client)).map(({ event }) => event).toReversed()

let made = 0
async function addDevice(orgId = app.rootId) {
  made += 1
  return admin.get(devices.add, {
    body: { sn: `HOOK-${made}`, modelId: estate.modelId, orgId },
  })
}

/** Makes what waits for its next try due now, as time would. */
const passTime = (client: TestUser) =>
  sql`with due as (update webhook_delivery set next_attempt_at = now() where client_id = ${client.userId} and state = 'QUEUED')
    update api_client set webhook_retry_at = null where id = ${client.userId}`.execute(
    app.platform.db,
  )

describe('what happens', () => {
  it('is named alike in the contract and in the database', async () => {
    const rows = await app.platform.db.selectFrom('webhookEvent').selectAll().execute()
    expect(Object.fromEntries(rows.map(({ name, permission }) => [name, permission]))).toEqual(
      clientEvents,
    )
  })

  it('is found again by the terminal that it was about', async () => {
    const client = await listener()
    const { sn } = await addDevice()
    await addDevice()
    const found = await logOf(client, { keyword: sn.toLowerCase() })
    expect(found.map(({ body }) => body.includes(sn))).toEqual([true])
    expect(await logOf(client, { keyword: '100%' })).toEqual([])
  })

  it('is sorted by what is kept of it, and by nothing else', async () => {
    const { userId: id } = await listener()
    for (const sortField of columnsOf(webhooks.log)) {
      const { code } = await admin.call(webhooks.log, { params: { id }, query: { sortField } })
      const expected = sortField === 'body' ? codes.badRequest : codes.success
      expect([sortField, code]).toEqual([sortField, expected])
    }
  })

  it('to a terminal is told: added, edited, removed, reverted, on and off', async () => {
    const client = await listener()
    const { id, version, sn, modelId, orgId } = await addDevice()
    const body = { id, version, sn, modelId, orgId, name: 'Till 1' }
    await admin.get(devices.update, { body })
    await sql`insert into device_online (device_id, since, session_id) values (${id}, now(), ${id})`.execute(
      app.platform.db,
    )
    await sql`delete from device_online where device_id = ${id}`.execute(app.platform.db)
    await admin.get(devices.remove, { params: { id } })
    await admin.get(devices.revert, { params: { id } })
    expect(await eventsOf(client)).toEqual([
      'device.created',
      'device.updated',
      'device.online',
      'device.offline',
      'device.removed',
      'device.restored',
    ])
    const [first] = (await logOf(client)).toReversed()
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      id: first?.id,
      event: 'device.created',
      data: { id, sn, orgId, lifecycle: 'STOCK' },
    })
  })

  it('to a command and to an account is told at its end', async () => {
    const client = await listener({ events: ['command.finished', 'user.locked', 'device.state'] })
    const { id } = await addDevice()
    const { db } = app.platform
    const item = await sql<{
      id: string
    }>`insert into push_item (device_id, cmd, args, state, expires_at)
      values (${id}, 'REBOOT', '{}', 'QUEUED', now()) returning id`.execute(db)
    const itemId = item.rows[0]?.id
    for (const change of [
      sql`percent = 50`,
      sql`state = 'SUCCESS', ended_at = now()`,
      sql`stale_reports = 1`,
    ])
      await sql`update push_item set ${change} where id = ${itemId}`.execute(db)
    await sql`update device set lifecycle = 'ASSIGNED' where id = ${id}`.execute(db)
    const someone = await signedIn(app)
    for (const minutes of [30, 40])
      await sql`update app_user set locked_until = now() + make_interval(mins => ${minutes})
        where id = ${someone.userId}`.execute(db)
    expect(await eventsOf(client)).toEqual(['command.finished', 'device.state', 'user.locked'])
  })

  it('and is undone is not told', async () => {
    const client = await listener()
    await addDevice()
    const body = { sn: `HOOK-${made}`, modelId: estate.modelId, orgId: app.rootId }
    expect((await admin.call(devices.add, { body })).code).toBe(codes.duplicate)
    expect(await eventsOf(client)).toEqual(['device.created'])
  })

  it('is told to who chose it, may read it, is enabled and in its time, and to nobody else', async () => {
    const { db } = app.platform
    const change = (client: TestUser, values: object) =>
      db.updateTable('apiClient').set(values).where('id', '=', client.userId).execute()
    const past = new Date(Date.now() - 1000).toISOString()
    const deaf = [
      await listener({ events: ['device.updated'] }),
      await listener({ permissions: ['USER_LIST'] }),
      ...(await Promise.all(
        [
          { status: 0 },
          { validTo: past },
          { deletedAt: past },
          { callbackUrl: null },
          { webhookStoppedAt: past },
        ].map(async (values) => {
          const client = await listener()
          await change(client, values)
          return client
        }),
      )),
    ]
    const hearing = await listener()
    await addDevice()
    const { rows } = await sql<{
      clientId: string
    }>`select client_id from webhook_delivery`.execute(db)
    expect(rows.map(({ clientId }) => clientId)).toEqual([hearing.userId])
    expect(deaf).toHaveLength(7)
  })
})

describe('a client hears of the terminals that it sees', () => {
  const place: Record<'north' | 'city' | 'south', string> = { north: '', city: '', south: '' }
  let other: Estate
  beforeAll(async () => {
    other = await addEstate(app, 'Other')
    for (const [code, parent] of [
      ['north', null],
      ['city', 'north'],
      ['south', null],
    ] as const)
      place[code] = (
        await addOrganization(app.platform, {
          name: code,
          code,
          parentId: parent ? place[parent] : app.rootId,
        })
      ).id
    for (const [code, orgId] of Object.entries(place))
      for (const [makes, prefix] of [
        [estate, 'A'],
        [other, 'B'],
      ] as const)
        await addDevices(app, makes, { orgId, prefix: `${prefix}${code.toUpperCase()}`, count: 1 })
  })

  it.each<[string, ScopeKind, object]>([
    ['everywhere', 'ALL', {}],
    ['at its organisation and below', 'OWN_ORG_AND_BELOW', {}],
    ['at its organisation', 'OWN_ORG', {}],
    ['that it made', 'SELF', {}],
    ['at chosen organisations', 'CUSTOM', {}],
    ['of one vendor', 'ALL', { vendor: true }],
    ['of one model below', 'OWN_ORG_AND_BELOW', { model: true }],
  ])('%s', async (_, dataScope, cut) => {
    const client = await listener({ orgId: place.north, dataScope })
    const { db } = app.platform
    const scope = db.updateTable('dataScope').where('clientId', '=', client.userId)
    if ('vendor' in cut) await scope.set({ vendorIds: [other.vendorId] }).execute()
    if ('model' in cut) await scope.set({ modelIds: [estate.modelId] }).execute()
    if (dataScope === 'CUSTOM')
      await sql`insert into data_scope_organization (scope_id, org_id, with_below)
        select id, ${place.south}::uuid, false from data_scope where client_id = ${client.userId}
        union all select id, ${place.north}::uuid, true from data_scope where client_id = ${client.userId}`.execute(
        db,
      )
    if (dataScope === 'SELF')
      await sql`update device set created_by = ${client.userId} where sn like 'BSOUTH%'`.execute(db)
    await sql`update device set version = version + 1 where deleted_at is null`.execute(db)
    const { list } = await client.get(devices.page, { query: { pageSize: 100 } })
    const heard = (await logOf(client)).map(
      ({ body }) => (JSON.parse(body) as { data: { sn: string } }).data.sn,
    )
    expect(heard.toSorted()).toEqual(list.map(({ sn }) => sn).toSorted())
    expect(list.length).toBeGreaterThan(0)
  })
})

describe('a delivery', () => {
  it('is signed by the secret, so that its receiver can prove it', async () => {
    const { secret, id } = await admin.get(clients.add, {
      body: { name: 'Signed', kind: 'WEBHOOK', orgId: app.rootId, callbackUrl: receiver.url },
    })
    const { secret: next } = await admin.get(clients.rotate, { params: { id }, body: {} })
    await admin.get(webhooks.test, { params: { id } })
    await sendDue(app.platform)
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    const [time = '', ...macs] = String(headers['muster-signature']).split(',')
    const timestamp = time.replace('t=', '')
    const expected = [next, secret ?? ''].map((key) =>
      createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex'),
    )
    expect(macs).toEqual(expected.map((mac) => `v1=${mac}`))
    expect(Math.abs(Number(timestamp) * 1000 - Date.now())).toBeLessThan(10_000)
    expect(headers).toMatchObject({ 'muster-event': 'test', 'content-type': 'application/json' })
    expect(JSON.parse(body)).toMatchObject({ id: headers['muster-delivery'], event: 'test' })
  })

  it('arrives once, under its id and in its place, when its receiver was away for a while', async () => {
    const client = await listener({ events: ['device.created'] })
    await addDevice()
    await sendDue(app.platform)
    await receiver.close()
    for (let device = 0; device < 5; device++) await addDevice()
    await sendDue(app.platform)
    await sendDue(app.platform)
    const waiting = (await logOf(client)).toReversed()
    expect(waiting.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['SENT', 1],
      ['QUEUED', 1],
      ...Array.from({ length: 4 }, () => ['QUEUED', 0]),
    ])
    expect(waiting[1]).toMatchObject({ error: 'ECONNREFUSED', status: null })
    await receiver.open()
    await sendDue(app.platform)
    expect(receiver.received).toHaveLength(1)
    await passTime(client)
    // Two workers at once, as two processes would.
    await Promise.all([sendDue(app.platform), sendDue(app.platform)])
    expect(receiver.ids).toEqual(waiting.map(({ id }) => id))
    const { webhookState } = await admin.get(clients.detail, { params: { id: client.userId } })
    expect(webhookState).toBe('WORKING')
  })

  it('that its receiver does not want is tried again later and holds nobody back', async () => {
    const client = await listener({ events: ['device.created'] })
    const { sn } = await addDevice()
    await addDevice()
    receiver.answer = (body) => (body.includes(`"${sn}"`) ? 422 : 200)
    for (let round = 0; round < 9; round++) {
      await sendDue(app.platform)
      await passTime(client)
    }
    const [first, second] = (await logOf(client)).toReversed()
    expect(first).toMatchObject({ state: 'FAILED', attempts: 7, status: 422 })
    expect(second).toMatchObject({ state: 'SENT', attempts: 1, status: 200 })
  })

  it('that failed is sent once more when somebody asks, under the same id', async () => {
    const client = await listener({ events: ['device.created'] })
    await addDevice()
    receiver.answer = () => 404
    for (let round = 0; round < 7; round++) {
      await sendDue(app.platform)
      await passTime(client)
    }
    receiver.answer = () => 200
    const [failed] = await logOf(client, { state: 'FAILED' })
    await admin.get(webhooks.replay, { params: { logId: failed?.id ?? '' } })
    await sendDue(app.platform)
    expect(receiver.ids).toEqual([failed?.id])
  })

  it('that came too late fails, and is not sent any more', async () => {
    const client = await listener({ events: ['device.created'] })
    await addDevice()
    await sql`update webhook_delivery set expires_at = now()`.execute(app.platform.db)
    await sendDue(app.platform)
    await stopAndTell(app.platform)
    await sendDue(app.platform)
    expect(await logOf(client)).toMatchObject([{ state: 'FAILED', error: 'not sent in time' }])
    expect(receiver.received).toEqual([])
  })
})

describe('a webhook that fails for days', () => {
  it('is stopped, and whoever made it hears of it; a test starts it again', async () => {
    const maker = await signedIn(app, { isSuperAdmin: true, userName: 'maker' })
    const client = await listener({ events: ['device.created'] })
    const { userId: id } = client
    await sql`update api_client set created_by = ${maker.userId},
      webhook_failing_since = now() - interval '8 days' where id = ${id}`.execute(app.platform.db)
    await stopAndTell(app.platform)
    await stopAndTell(app.platform)
    const state = async () => (await admin.get(clients.detail, { params: { id } })).webhookState
    expect(await state()).toBe('STOPPED')
    const told = await maker.get(notices.page, { query: { type: '1' } })
    expect(told.list.map(({ notice }) => notice)).toEqual([expect.stringContaining('7 days')])
    await addDevice()
    expect(await eventsOf(client)).toEqual([])
    await admin.get(webhooks.test, { params: { id } })
    await sendDue(app.platform)
    expect(await state()).toBe('WORKING')
    expect(receiver.received).toHaveLength(1)
  })

  it('starts again with another address', async () => {
    const client = await listener()
    const { userId: id } = client
    await sql`update api_client set webhook_stopped_at = now() where id = ${id}`.execute(
      app.platform.db,
    )
    const { name, kind, orgId, version } = await admin.get(clients.detail, { params: { id } })
    const body = { id, name, kind, orgId, version, callbackUrl: `${receiver.url}/new` }
    expect(await admin.get(clients.update, { body })).toMatchObject({ webhookState: 'WORKING' })
  })
})

it('never makes the server fail', () => {
  expect(app.failures).toEqual([])
})
