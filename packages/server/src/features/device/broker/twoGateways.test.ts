import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  eventually,
  openTerminal,
  startTestGateway,
  type TestGateway,
} from '../../../../test/testGateway.ts'
import { deviceOutbox } from '../../../kit/outbox.ts'
import { openPool } from '../../../platform/db.ts'
import { settingsPath } from '../paths.ts'
import { type Gateway, startEmbeddedGateway } from './gateway.ts'

let first: TestGateway
let second: TestGateway
let other: Gateway

beforeAll(async () => {
  first = await startTestGateway()
  other = await startEmbeddedGateway(first.platform)
  second = { ...first, url: `mqtt://127.0.0.1:${other.port()}` }
})

afterAll(async () => {
  await other.stop()
  await first.close()
})

const stateOf = async (id: string) =>
  (await first.sql<{ state: string }>('select state from push_item where id = $1', [id]))[0]?.state

it('send each command by the gateway that holds its terminal', async () => {
  const devices = [await first.addDevice(), await first.addDevice()] as const
  const here = await openTerminal(first, devices[0])
  const there = await openTerminal(second, devices[1])
  await Promise.all([here.message('time'), there.message('time')])
  for (const [device, terminal] of [
    [devices[0], here],
    [devices[1], there],
  ] as const) {
    const id = await first.command(device)
    expect((await terminal.message('cmd')).body).toMatchObject({ item: id })
    await terminal.report(id, 'SUCCESS')
    await eventually(async () => (await stateOf(id)) === 'SUCCESS')
  }
  await Promise.all([here.leave(), there.leave()])
})

it('let a terminal move: the older connection is closed by its own gateway', async () => {
  const device = await first.addDevice()
  const old = await openTerminal(first, device)
  await old.up('hb', {})
  const closed = new Promise<void>((done) => {
    old.client.once('close', () => done())
  })
  const moved = await openTerminal(second, device)
  await moved.up('hb', { bat: 9 })
  await closed
  const id = await first.command(device)
  expect((await moved.message('cmd')).body).toMatchObject({ item: id })
  const sessions = await first.sql<{ reason: string | null }>(
    'select reason from device_session where device_id = $1 order by connected_at',
    [device.id],
  )
  expect(sessions).toEqual([{ reason: 'takeover' }, { reason: null }])
  await moved.leave()
})

it('take over what a stopped one left: its terminals are away until they come back', async () => {
  const device = await first.addDevice()
  const third = await startEmbeddedGateway(first.platform)
  const terminal = await openTerminal({ ...first, url: `mqtt://127.0.0.1:${third.port()}` }, device)
  await terminal.up('hb', {})
  await third.stop()
  const online = await first.sql('select from device_online where device_id = $1', [device.id])
  expect(online).toEqual([])
  const id = await first.command(device)
  const back = await openTerminal(first, device)
  expect((await back.message('cmd')).body).toMatchObject({ item: id })
  await back.leave()
})

it('of which the second finds its port taken ends with all that it began', async () => {
  const { platform } = first
  const warned: unknown[] = []
  const log = Object.assign(Object.create(platform.log) as typeof platform.log, {
    warn: (...said: unknown[]) => void warned.push(said),
  })
  const pool = openPool(first.databaseUrl, 4)
  const env = { ...platform.env, mqttPort: Number(new URL(first.url).port) }
  const nodes = () => first.sql('select id from gateway_node order by id')
  const before = await nodes()
  await expect(startEmbeddedGateway({ ...platform, env, pool, log })).rejects.toThrow(
    /already in use/,
  )
  expect(await nodes()).toEqual(before)
  // As the process does that could not start.
  await pool.end()
  platform.live.ring(deviceOutbox)
  platform.live.changed({ path: settingsPath, ids: [], orgIds: [] })
  await sleep(2_500)
  expect(warned).toEqual([])
})
