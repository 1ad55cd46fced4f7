import {
  mqttAuth,
  mqttDefaults,
  mqttLimits,
  mqttMessages,
  organizationsPath,
  type SettingCalls,
} from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  eventually,
  openTerminal,
  startTestGateway,
  type TestGateway,
} from '../../../../test/testGateway.ts'
import { makeNatsKeys } from '../../../platform/natsKeys.ts'
import { openLinkSettings } from './linkSettings.ts'
import { kickPath } from './kick.ts'
import { openPassIssuer } from './passes.ts'
import { noteConsumer } from './pass.queries.ts'
import { openThrottle } from './throttle.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

/** Saves a setting as the console's call does. */
async function save({ get, save }: SettingCalls, value: object): Promise<void> {
  await gateway.sql(
    `insert into setting (path, value, version) values ($1, $2, 1)
      on conflict (path) do update set value = excluded.value, version = setting.version + 1`,
    [save.path, JSON.stringify(value)],
  )
  gateway.platform.live.changed({ path: get.path, ids: [], orgIds: [] })
}

it('begins as shipped, and follows what is saved', async () => {
  const settings = openLinkSettings(gateway.platform)
  await settings.ready
  expect(settings.now()).toMatchObject({
    keepAliveSeconds: 1200,
    tokenHours: 24,
    badLogins: 10,
    trail: 'ALL',
  })
  await save(mqttAuth, { badLogins: 3, tokenHours: 2 })
  await eventually(async () => settings.now().badLogins === 3)
  expect(settings.now()).toMatchObject({ tokenHours: 2, banMinutes: 5, keepAliveSeconds: 1200 })
  await settings.stop()
})

it('steers a gateway that runs: how commands are sent, and how long they are taken', async () => {
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  const qualities: number[] = []
  terminal.client.on('message', (topic, _, { qos }) => {
    if (topic.endsWith('/down/cmd')) qualities.push(qos)
  })
  const sent = async (nth: number) => {
    await gateway.command(device, { cmd: 'LOCATE', args: {}, ttlSeconds: 3600 })
    const { exp = 0, ts } = await terminal.message('cmd', nth)
    return { qos: qualities[nth - 1], seconds: Math.round((exp - ts) / 1000) }
  }
  const usual = await sent(1)
  expect(usual.qos).toBe(1)
  expect(usual.seconds).toBeGreaterThan(3500)
  await save(mqttMessages, { cmdQos: '0', cmdExpiry: 90 })
  const settings = openLinkSettings(gateway.platform)
  await settings.ready
  await eventually(async () => settings.now().cmdQos === '0')
  await eventually(async () => {
    const { qos, seconds } = await sent(qualities.length + 1)
    return qos === 0 && seconds === 90
  })
  await settings.stop()
  await save(mqttMessages, {})
  await terminal.leave()
})

it('steers a gateway that runs: the largest message', async () => {
  const terminal = await openTerminal(gateway, await gateway.addDevice())
  await terminal.up('hb', { bat: 1 }, { id: 'x' })
  await save(mqttDefaults, { maxPacketKb: 1 })
  await eventually(async () => {
    const topic = `tms/v1/main/${terminal.sn}/up/hb`
    if (terminal.client.connected) terminal.client.publish(topic, Buffer.alloc(4_000), { qos: 1 })
    return !terminal.client.connected
  })
  expect(terminal.client.connected).toBe(false)
  await save(mqttDefaults, {})
})

it('slows the terminals of an organisation that send more than it may, and loses nothing', async () => {
  const limit = async (most: number | null) => {
    await gateway.sql('update organization set messages_per_second = $2 where id = $1', [
      gateway.orgId,
      most,
    ])
    const ids = [gateway.orgId]
    gateway.platform.live.changed({ path: organizationsPath, ids, orgIds: ids })
  }
  const devices = [await gateway.addDevice(), await gateway.addDevice()]
  const terminals = await Promise.all(devices.map((device) => openTerminal(gateway, device)))
  await limit(2)
  // Until the gateway has heard of it, any number passes.
  const isSlow = async () => {
    const begun = performance.now()
    // Each is acknowledged.
    await Promise.all(
      terminals.flatMap((terminal) => [1, 2, 3].map((bat) => terminal.up('hb', { bat }))),
    )
    return performance.now() - begun > 1500
  }
  expect(await eventually(isSlow)).toBe(true)
  await limit(null)
  for (const { client } of terminals) client.end(true)
})

it('steers a gateway that runs: the messages of one terminal in a minute', async () => {
  const device = await gateway.addDevice()
  await save(mqttLimits, { messagesPerMinute: 1 })
  // Until the gateway has heard of it, any number passes.
  const isHeld = async () => {
    const terminal = await openTerminal(gateway, device)
    await terminal.up('hb', { bat: 1 })
    const second = terminal.up('hb', { bat: 2 }).then(
      () => 'taken',
      () => 'cut',
    )
    const pause = new Promise<string>((done) => setTimeout(done, 300, 'waits'))
    const outcome = await Promise.race([second, pause])
    terminal.client.end(true)
    return outcome === 'waits'
  }
  expect(await eventually(isHeld)).toBe(true)
  await save(mqttLimits, {})
})

it('lets a terminal go that somebody wants gone, and no other', async () => {
  const [one, other] = [await gateway.addDevice(), await gateway.addDevice()]
  const terminals = [await openTerminal(gateway, one), await openTerminal(gateway, other)]
  gateway.platform.live.changed({ path: kickPath, ids: [one.id], orgIds: [gateway.orgId] })
  await eventually(async () => !terminals[0]?.client.connected)
  expect(terminals[1]?.client.connected).toBe(true)
  await eventually(async () => {
    const [session] = await gateway.sql<{ reason: string }>(
      'select reason from device_session where device_id = $1 and disconnected_at is not null',
      [one.id],
    )
    return session?.reason === 'kicked'
  })
  await terminals[1]?.leave()
})

it('says how many wrong passwords are forgiven, and for how long', () => {
  let time = 0
  const rules = { badLogins: 3, banMinutes: 2 }
  const throttle = openThrottle(
    () => new Date(time),
    () => rules,
  )
  for (let number = 0; number < 3; number++) throttle.fail('10.0.0.1', 'N-1')
  expect(throttle.isBlocked('10.0.0.1', 'N-1')).toBe(true)
  time += 2 * 60_000
  expect(throttle.isBlocked('10.0.0.1', 'N-1')).toBe(false)
})

it('says how long a password of NATS is good, and how large a message by it', async () => {
  const { platform } = gateway
  const keys = await makeNatsKeys(platform)
  await noteConsumer(platform.pool, keys.terminalsId)
  const device = await gateway.addDevice()
  const issuer = openPassIssuer(platform, () => ({ tokenHours: 2, maxPacketKb: 4 }))
  const pass = await issuer.give({ deviceId: device.id, sn: device.sn })
  const hours = ((pass?.expiresAt ?? 0) - platform.now().getTime()) / 3_600_000
  expect(hours).toBeGreaterThan(1.75)
  expect(hours).toBeLessThanOrEqual(2)
  const [, claims = ''] = pass?.password.split('.') ?? []
  expect(Buffer.from(claims, 'base64url').toString()).toContain('"payload":5120')
})
