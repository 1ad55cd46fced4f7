import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { deviceMessages } from '@muster/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { tell } from '../../../kit/outbox.ts'
import type { DeviceLink } from '../../../platform/brokerLink.ts'
import { seedParameters } from '../../system/parameter/parameterSeed.ts'
import { addOrganization } from '../../../../test/testApp.ts'
import {
  eventually,
  openTerminal,
  startTestGateway,
  type TestDevice,
  type TestGateway,
} from '../../../../test/testGateway.ts'
import { loadDownKey } from '../downKey.ts'
import { expireItems } from './expiry.queries.ts'
import { startPublisher } from './publisher.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
  await seedParameters(gateway.platform.db)
})
afterAll(() => gateway.close())

const itemOf = async (id: string) =>
  (await gateway.sql('select * from push_item where id = $1', [id]))[0]

const setBlackouts = async (orgId: string, days: readonly object[]) => {
  await gateway.sql(
    `insert into organization_config (org_id, settings) values ($1, $2)
      on conflict (org_id) do update set settings = excluded.settings`,
    [orgId, JSON.stringify({ blackouts: days })],
  )
  gateway.platform.live.changed({ path: '/admin/org/v1/org/config', ids: [orgId], orgIds: [orgId] })
}

const today = (days = 0) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const closing = { from: today(), until: today(1), reason: 'Closing' }

describe('on a blackout day', () => {
  afterEach(() => setBlackouts(gateway.orgId, []))

  it('a command waits for the end, says why, and leaves as soon as the calendar permits', async () => {
    const { id: shopId } = await addOrganization(gateway.platform, {
      name: 'shop',
      code: 'shop',
      parentId: gateway.orgId,
    })
    await setBlackouts(gateway.orgId, [closing])
    const device = await gateway.addDevice({ orgId: shopId })
    const terminal = await openTerminal(gateway, device)
    await terminal.message('time')
    const id = await gateway.command(device)
    await eventually(async () => (await itemOf(id))?.['waits_for'] === 'BLACKOUT')
    expect(await itemOf(id)).toMatchObject({
      state: 'QUEUED',
      waits_reason: 'Closing',
      publications: 0,
    })
    // What changes nothing does not wait.
    await gateway.command(device, { cmd: 'LOCATE', args: {} })
    expect((await terminal.message('cmd')).body).toMatchObject({ cmd: 'LOCATE' })
    await setBlackouts(gateway.orgId, [])
    // The other one may have come twice meanwhile: each terminal tells by its id.
    await eventually(async () =>
      terminal.received.some(({ message }) => JSON.stringify(message.body).includes(id)),
    )
    await eventually(async () => (await itemOf(id))?.['state'] === 'DELIVERED')
    expect(await itemOf(id)).toMatchObject({ waits_for: null, waits_reason: null })
    await terminal.leave()
  })

  it('a command leaves when its terminal goes to an organisation that has none', async () => {
    const free = { name: 'free', code: 'free' }
    const { id: freeId } = await addOrganization(gateway.platform, free)
    await setBlackouts(gateway.orgId, [closing])
    const device = await gateway.addDevice()
    const terminal = await openTerminal(gateway, device)
    await terminal.message('time')
    const id = await gateway.command(device)
    await eventually(async () => (await itemOf(id))?.['waits_for'] === 'BLACKOUT')
    await gateway.sql('update device set org_id = $2 where id = $1', [device.id, freeId])
    const path = '/admin/device/v1/device/settings'
    gateway.platform.live.changed({ path, ids: [device.id], orgIds: [freeId] })
    expect((await terminal.message('cmd')).body).toMatchObject({ item: id })
    await terminal.leave()
  })

  it('a command that a lost terminal is to obey does not wait', async () => {
    await setBlackouts(gateway.orgId, [closing])
    const device = await gateway.addDevice({ lifecycle: 'LOST' })
    const terminal = await openTerminal(gateway, device)
    await terminal.message('time')
    const id = await gateway.command(device)
    expect((await terminal.message('cmd')).body).toMatchObject({ item: id })
    await terminal.leave()
  })

  it('a command that expires meanwhile says that the blackout was why', async () => {
    await setBlackouts(gateway.orgId, [closing])
    const device = await gateway.addDevice()
    const terminal = await openTerminal(gateway, device)
    await terminal.message('time')
    const id = await gateway.command(device)
    await eventually(async () => (await itemOf(id))?.['waits_for'] === 'BLACKOUT')
    await gateway.sql('update push_item set expires_at = now() where id = $1', [id])
    // What a gateway holds at that moment is passed over until the next time.
    await eventually(async () => {
      await expireItems(gateway.platform.pool)
      return (await itemOf(id))?.['state'] === 'EXPIRED'
    })
    expect(await itemOf(id)).toMatchObject({ code: 'S609' })
    await terminal.leave()
  })
})

describe('a disabled terminal', () => {
  const path = '/admin/device/v1/device/settings'
  const turn = async (device: TestDevice, status: 0 | 1) => {
    await gateway.sql('update device set status = $2 where id = $1', [device.id, status])
    gateway.platform.live.changed({ path, ids: [device.id], orgIds: [gateway.orgId] })
  }
  const tellTime = (device: TestDevice) =>
    gateway.platform.db.transaction().execute((db) =>
      tell({ db, ring: () => undefined }, deviceMessages.serverTime, {
        to: { sn: device.sn, messageId: randomUUID(), expiresAt: Date.now() + 300_000 },
        body: { now: Date.now() },
      }),
    )
  const isOnline = async ({ id }: TestDevice) =>
    (await gateway.sql('select from device_online where device_id = $1', [id])).length === 1

  it('connects and is heard, but is told nothing until it is enabled', async () => {
    const [device, other] = [await gateway.addDevice(), await gateway.addDevice()]
    await turn(device, 0)
    const terminal = await openTerminal(gateway, device)
    const beside = await openTerminal(gateway, other)
    const held = await gateway.command(device)
    await tellTime(device)
    await gateway.command(other)
    await beside.message('cmd')
    await eventually(() => isOnline(device))
    // What was given before the other's command would have come before it.
    expect(terminal.received).toEqual([])
    expect(await itemOf(held)).toMatchObject({ state: 'QUEUED', publications: 0 })
    await turn(device, 1)
    await terminal.message('time')
    await terminal.message('cfg')
    expect((await terminal.message('cmd')).body).toMatchObject({ item: held })
    await Promise.all([terminal.leave(), beside.leave()])
  })

  it('is sent nothing again that it was sent before and did not answer', async () => {
    const device = await gateway.addDevice()
    const terminal = await openTerminal(gateway, device)
    const id = await gateway.command(device)
    await terminal.message('cmd')
    await turn(device, 0)
    const other = await gateway.addDevice()
    const beside = await openTerminal(gateway, other)
    const due = await gateway.command(other)
    await beside.message('cmd')
    await gateway.sql(
      `update push_item set next_publish_at = now(), state = 'PUBLISHED' where id = any($1)`,
      [[id, due]],
    )
    await eventually(async () => Number((await itemOf(due))?.['publications']) > 1)
    expect(await itemOf(id)).toMatchObject({ publications: 1 })
    await Promise.all([terminal.leave(), beside.leave()])
  })
})

/** Two gateways without a broker: what they would send is counted. */
async function openGateways(nodeIds: readonly string[]) {
  const key = await loadDownKey(gateway.platform)
  const sentAt: number[] = []
  const link: DeviceLink = {
    port: () => null,
    isConnected: () => true,
    check: async () => null,
    close: () => undefined,
    stop: () => Promise.resolve(),
    publishDown() {
      sentAt.push(performance.now())
      return true
    },
  }
  const parts = { link, key, hears: () => true, delivered: () => undefined }
  const open = nodeIds.map((nodeId) => startPublisher(gateway.platform, { ...parts, nodeId }))
  return { sentAt, stop: () => Promise.all(open.map((one) => one.stop())) }
}

/** A restart of a thousand terminals, half of them at each gateway, as the console asks for it. */
const restartAll = (nodeIds: readonly string[]) =>
  gateway.sql(
    `with model_of as (select id, vendor_id from model where id = $2),
      added as (insert into device (sn, model_id, vendor_id, org_id, lifecycle)
        select 'MANY-' || n, model_of.id, model_of.vendor_id, $1, 'ACTIVE'
          from model_of, generate_series(10001, 11000) n returning id, sn),
      there as (insert into device_online (device_id, since, session_id, node_id)
        select id, now(), uuid7(), ($3::uuid[])[1 + right(sn, 1)::integer % 2] from added),
      asked as (insert into push_item (device_id, cmd, args, state, expires_at, sender_org_id)
        select id, 'REBOOT', '{"delay":0}', 'QUEUED', now() + interval '1 hour', $1 from added
        returning id, device_id, message_id)
    insert into outbox (kind, key, payload)
      select 'device', added.sn, jsonb_build_object('sn', added.sn, 'messageId', asked.message_id, 'path', 'cmd',
        'expiresAt', 1e15, 'body', jsonb_build_object('item', asked.id, 'cmd', 'REBOOT', 'args', '{"delay":0}'::jsonb,
          'attempt', 1)) from asked join added on added.id = asked.device_id`,
    [gateway.orgId, gateway.modelId, nodeIds],
  )

it('a restart of 1,000 terminals leaves at the pace that the parameter says, whoever sends', async () => {
  const perMinute = 9000
  await gateway.sql(
    `update parameter set value = to_jsonb($1::integer) where key = 'task.publish.ratePerMinute'`,
    [perMinute],
  )
  const nodeIds = [randomUUID(), randomUUID()]
  await restartAll(nodeIds)
  const begun = performance.now()
  const first = await openGateways(nodeIds)
  await eventually(async () => first.sentAt.length >= 400)
  await first.stop()
  expect(first.sentAt.length).toBeLessThan(1000)
  // Nobody sends for a while; what has left stays so, and the rest goes on at the same pace.
  const stopped = performance.now()
  await sleep(500)
  const second = await openGateways(nodeIds)
  await eventually(async () => first.sentAt.length + second.sentAt.length === 1000)
  await second.stop()
  const sentAt = [...first.sentAt, ...second.sentAt].map((at) => at - begun)
  // Three seconds' worth may leave at once.
  const most = perMinute / 20
  for (const [nth, at] of sentAt.entries())
    expect(nth + 1).toBeLessThanOrEqual(most + 1 + (at * perMinute) / 60_000)
  expect(sentAt[0]).toBeLessThan(stopped - begun)
  const [left] = await gateway.sql<{ count: number }>(
    `select count(*) as count from push_item where cmd = 'REBOOT' and sender_org_id is not null
      and (state <> 'PUBLISHED' or publications <> 1 or waits_for is not null)`,
  )
  expect(left?.count).toBe(0)
})
