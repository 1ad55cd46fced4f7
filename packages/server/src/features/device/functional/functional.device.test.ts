import {
  deviceMessages,
  devices,
  effectiveSettings,
  functionals,
  groups,
  type FunctionalSettings,
} from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOrganization, signedIn, type TestUser } from '../../../../test/testApp.ts'
import {
  eventually,
  openTerminal,
  startTestGateway,
  type TestDevice,
  type TestGateway,
  type TestTerminal,
} from '../../../../test/testGateway.ts'
import { buildApp } from '../../../bin/app.ts'
import { keepMembership } from '../membership/follow.ts'
import { sweepMissedBeats } from '../presence/presence.queries.ts'
import { findSettings } from '../settings/settings.queries.ts'

let gateway: TestGateway
let admin: TestUser
let shopId: string
let close: () => Promise<void>

beforeAll(async () => {
  gateway = await startTestGateway()
  const { platform, orgId: rootId } = gateway
  const http = await buildApp(platform)
  close = () => http.close()
  admin = await signedIn({ http, platform, rootId, failures: [], close }, { isSuperAdmin: true })
  const shop = { name: 'shop', code: 'shop', parentId: rootId }
  shopId = (await addOrganization(platform, shop)).id
})
afterAll(async () => {
  await close()
  await gateway.close()
})

const publish = (orgId: string, settings: Partial<FunctionalSettings>) =>
  publishOf({ level: 'ORGANIZATION', orgId }, settings)

type Target =
  | { readonly level: 'ORGANIZATION'; readonly orgId: string }
  | { readonly level: 'GROUP'; readonly groupId: string }

async function publishOf(target: Target, settings: Partial<FunctionalSettings>): Promise<string> {
  const body = { name: 'Profile', ...target, ...settings }
  const { id, version } = await admin.get(functionals.add, { body })
  // Nobody adds up what was counted in this test.
  const { count } = await admin.get(functionals.impact, { params: { id } })
  await admin.get(functionals.publish, { params: { id }, body: { version, count } })
  return id
}

async function openPresent(device: TestDevice): Promise<TestTerminal> {
  const terminal = await openTerminal(gateway, device)
  await eventually(async () => {
    const text = 'select from device_online where device_id = $1'
    return (await gateway.sql(text, [device.id])).length === 1
  })
  await terminal.message('cfg')
  return terminal
}

const told = async (terminal: TestTerminal, nth: number) =>
  deviceMessages.configuration.body.parse((await terminal.message('cfg', nth)).body)

it('reaches just the terminals at its target, with the passwords that nobody else is told', async () => {
  const device = await gateway.addDevice({ orgId: shopId })
  const inShop = await openPresent(device)
  const above = await openPresent(await gateway.addDevice())
  const wifi = [
    { ssid: 'till', security: 'WPA2' as const, password: 'open sesame', hasPassword: false },
  ]
  const settings = { alarmBattery: 15, alarmPaper: false, lockHome: true, rebootAt: '03:30', wifi }
  const id = await publish(shopId, settings)
  const first = await told(inShop, 2)
  expect(first).toMatchObject({
    alarms: { battery: 15, paper: false },
    locks: { home: true },
    reboot: { at: '03:30', withinMinutes: 0 },
    wifi: [{ ssid: 'till', security: 'WPA2', password: 'open sesame' }],
  })
  const shown = await admin.get(devices.configuration, { params: { id: device.id } })
  expect(shown.wanted.wifi).toEqual([{ ssid: 'till', security: 'WPA2' }])
  await admin.get(functionals.remove, { params: { id } })
  const second = await told(inShop, 3)
  expect(second.wifi).toBeUndefined()
  expect(second.rev).toBeGreaterThan(first.rev)
  expect(above.received.filter(({ message }) => message.type === 'cfg')).toHaveLength(1)
  await Promise.all([inShop.leave(), above.leave()])
})

it('tells terminals what they may do and let be done, how they download, and what they tell', async () => {
  const device = await gateway.addDevice({ orgId: shopId })
  const terminal = await openPresent(device)
  const id = await publish(shopId, {
    appsHours: 12,
    usageMinutes: 90,
    locationSource: 'NETWORK',
    kioskApps: ['com.example.pay'],
    screenshot: false,
    remoteControl: 'ASK',
    logLevel: 'WARN',
    logRingMb: 16,
    downloadsAtOnce: 2,
    downloadKbps: 500,
    downloadWifiOnly: true,
    downloadMeteredMb: 0,
    wifiBlocked: ['guests'],
  })
  expect(await told(terminal, 2)).toMatchObject({
    appsSeconds: 43_200,
    usageSeconds: 5400,
    locationSource: 'NETWORK',
    kiosk: ['com.example.pay'],
    screenshot: false,
    remote: 'ASK',
    log: { level: 'WARN', ringMb: 16 },
    downloads: { atOnce: 2, kbps: 500, wifiOnly: true, meteredMb: 0 },
    wifiBlocked: ['guests'],
  })
  await admin.get(functionals.remove, { params: { id } })
  const after = await told(terminal, 3)
  for (const member of ['usageSeconds', 'kiosk', 'screenshot', 'remote', 'log', 'downloads'])
    expect(after).not.toHaveProperty(member)
  await terminal.leave()
})

it('is pending, in force or partly refused, as the terminal says', async () => {
  const device = await gateway.addDevice({ orgId: shopId })
  const terminal = await openPresent(device)
  const asked = () => admin.get(effectiveSettings.effective, { params: { deviceId: device.id } })
  const id = await publish(shopId, { lockHome: true })
  const { rev } = await told(terminal, 2)
  expect(await asked()).toMatchObject({ state: 'PENDING', rev })
  await terminal.up('hb', { cfgRev: rev })
  expect(await asked()).toMatchObject({ state: 'APPLIED', appliedRev: rev, refused: [] })
  const versions = { firmware: '1', agentVersion: '1', os: 'Linux 6.1' }
  await terminal.up('info', { ...versions, settings: { rev, refused: ['locks'] } })
  expect(await asked()).toMatchObject({ state: 'FAILED', refused: ['locks'] })
  await admin.get(functionals.remove, { params: { id } })
  expect(await asked()).toMatchObject({ state: 'PENDING' })
  await terminal.leave()
})

it('says how often terminals beat, and so when they are missed', async () => {
  const id = await publish(shopId, { heartbeatSeconds: 1200 })
  const seldom = await gateway.addDevice({ orgId: shopId })
  const often = await gateway.addDevice()
  const terminals = [await openPresent(seldom), await openPresent(often)]
  expect((await told(terminals[0] as TestTerminal, 1)).heartbeatSeconds).toBe(1200)
  await gateway.sql(`update device_online set since = now() - interval '400 seconds'`)
  await gateway.sql(`update device_state set last_seen_at = now() - interval '400 seconds'`)
  await gateway.sql('update device_watch set due_at = now()')
  const gone = await sweepMissedBeats(gateway.platform.pool, 120)
  expect(gone.map((one) => one.id)).toEqual([often.id])
  await admin.get(functionals.remove, { params: { id } })
  await Promise.all(terminals.map((terminal) => terminal.leave()))
})

const configurations = ({ received }: TestTerminal) =>
  received
    .filter(({ message }) => message.type === 'cfg')
    .map(({ message }) => deviceMessages.configuration.body.parse(message.body))

it('of a group reaches its members, whoever joins and whoever leaves, and says how often they beat', async () => {
  const { db, live, pool } = gateway.platform
  const joining = await gateway.addDevice({ orgId: shopId })
  const never = await gateway.addDevice({ orgId: shopId })
  const terminals = [await openPresent(joining), await openPresent(never)] as const
  const body = {
    name: 'Pilot',
    type: 'STATIC',
    orgId: shopId,
    maxMembers: 9,
    filter: null,
  } as const
  const { id: groupId } = await admin.get(groups.add, { body })
  const id = await publishOf(
    { level: 'GROUP', groupId },
    { lockHome: true, heartbeatSeconds: 1800 },
  )
  const members = { body: { groupId, sns: [joining.sn] } }
  await admin.get(groups.addMembers, members)
  await keepMembership(db, live)
  // What earlier profiles left may still be told meanwhile.
  const last = () => configurations(terminals[0]).at(-1)
  await eventually(() => Promise.resolve(last()?.heartbeatSeconds === 1800))
  const inside = last()
  expect(inside).toMatchObject({ locks: { home: true } })
  const away: string[] = []
  await eventually(async () => {
    // An answer that was under way makes a terminal seen anew.
    await gateway.sql(`update device_online set since = now() - interval '400 seconds'`)
    await gateway.sql(`update device_state set last_seen_at = now() - interval '400 seconds'`)
    await gateway.sql('update device_watch set due_at = now()')
    away.push(...(await sweepMissedBeats(pool, 120)).map((one) => one.id))
    return away.length > 0
  })
  expect(away).toEqual([never.id])
  await admin.get(groups.removeMembers, members)
  // Also before a worker has marked who left: a number that falls would be obeyed by nobody.
  const [left] = await findSettings(pool, [joining.id], 300)
  expect(left?.configuration.rev).toBeGreaterThan(inside?.rev ?? Number.NaN)
  await keepMembership(db, live)
  await eventually(() => Promise.resolve(last()?.locks === undefined))
  const told = configurations(terminals[0]).map(({ rev }) => rev)
  expect(told).toEqual(told.toSorted((a, b) => a - b))
  expect(configurations(terminals[1]).filter(({ locks }) => locks)).toEqual([])
  await admin.get(functionals.remove, { params: { id } })
  await Promise.all(terminals.map((terminal) => terminal.leave()))
})
