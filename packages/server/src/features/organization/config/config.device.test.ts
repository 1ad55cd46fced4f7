import {
  accessPoints,
  deviceMessages,
  devices,
  organizationConfig,
  organizations,
  type OrganizationSettings,
  timezones,
} from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../bin/app.ts'
import { addOrganization, signedIn, type TestUser } from '../../../../test/testApp.ts'
import {
  eventually,
  openTerminal,
  startTestGateway,
  type TestDevice,
  type TestGateway,
  type TestTerminal,
} from '../../../../test/testGateway.ts'

let gateway: TestGateway
let admin: TestUser
let shopId: string
let close: () => Promise<void>

beforeAll(async () => {
  gateway = await startTestGateway()
  const { platform, orgId: rootId } = gateway
  const http = await buildApp(platform)
  close = () => http.close()
  const app = { http, platform, rootId, failures: [], close }
  admin = await signedIn(app, { isSuperAdmin: true })
  const shop = { name: 'shop', code: 'shop', parentId: rootId }
  shopId = (await addOrganization(platform, shop)).id
})
afterAll(async () => {
  await close()
  await gateway.close()
})

async function save(id: string, settings: Partial<OrganizationSettings>) {
  const { above: _, from: __, ...own } = await admin.get(organizationConfig.get, { params: { id } })
  const body = { ...own, ...settings }
  await admin.get(organizationConfig.save, { params: { id }, body })
}

async function openPresent(device: TestDevice): Promise<TestTerminal> {
  const terminal = await openTerminal(gateway, device)
  await eventually(async () => {
    const sql = 'select from device_online where device_id = $1'
    return (await gateway.sql(sql, [device.id])).length === 1
  })
  await terminal.message('cfg')
  return terminal
}

/** The settings that name just these access points, the first by weight, as soon as they are the last that came. */
const toldOf = (terminal: TestTerminal, names: readonly string[]) =>
  eventually(async () => {
    const last = terminal.received.filter(({ message }) => message.type === 'cfg').length
    const settings = await told(terminal, last)
    const urls = names.map((name) => `mqtts://${name}.test`)
    return String(settings.endpoints?.map(({ url }) => url)) === String(urls) && settings
  })

async function told(terminal: TestTerminal, nth: number) {
  return deviceMessages.configuration.body.parse((await terminal.message('cfg', nth)).body)
}

describe('the settings of an organisation', () => {
  it('reach the terminals of its subtree at once, and only these', async () => {
    const inShop = await openPresent(await gateway.addDevice({ orgId: shopId }))
    const above = await openPresent(await gateway.addDevice())
    await save(shopId, { heartbeatSeconds: 33, locationMinutes: 2, launcher: 'org.shop' })
    const first = await told(inShop, 2)
    expect(first).toMatchObject({
      heartbeatSeconds: 33,
      locationSeconds: 120,
      launcher: 'org.shop',
    })
    await save(gateway.orgId, { heartbeatSeconds: 66, storeVisible: false })
    expect(await told(above, 2)).toMatchObject({ heartbeatSeconds: 66, storeVisible: false })
    const second = await told(inShop, 3)
    expect(second).toMatchObject({ heartbeatSeconds: 33, storeVisible: false })
    expect(second.rev).toBeGreaterThan(first.rev)
    expect(above.received.filter(({ message }) => message.type === 'cfg')).toHaveLength(2)
    await Promise.all([inShop.leave(), above.leave()])
  })

  it('have the time zone with them: of the organisation, else of one above', async () => {
    const { orgId } = gateway
    const zones = await gateway.sql<{ id: string }>(
      `with area as (insert into timezone_area (name, code, type) values ('Asia', 'ASIA', 'zone') returning id)
      insert into timezone (area_id, name, zone_id) select area.id, replace(zone, '/', ' '), zone
      from area, unnest($1::text[]) as zone returning id`,
      [['Asia/Baghdad', 'Asia/Dubai']],
    )
    const give = async (id: string, timezoneId: string | null) => {
      const now = await admin.get(organizations.detail, { params: { id } })
      const members = Object.keys(organizations.update.schemas.body._zod.def.shape)
      const body = Object.fromEntries(members.map((name) => [name, Reflect.get(now, name)]))
      await admin.get(organizations.update, { body: { ...body, timezoneId } as never })
    }
    const inShop = await openPresent(await gateway.addDevice({ orgId: shopId }))
    await give(orgId, zones[0]?.id ?? null)
    const first = await told(inShop, 2)
    expect(first.timeZone).toBe('Asia/Baghdad')
    await give(shopId, zones[1]?.id ?? null)
    const second = await told(inShop, 3)
    expect(second.timeZone).toBe('Asia/Dubai')
    expect(second.rev).toBeGreaterThan(first.rev)
    const [zone] = (await admin.get(timezones.page, { query: { zoneId: 'Asia/Dubai' } })).list
    if (!zone) throw new Error('no zone')
    const { id, version, areaId, name, sort } = zone
    const body = { id, version, areaId, name, sort, zoneId: 'Asia/Muscat' }
    await admin.get(timezones.update, { body })
    const third = await told(inShop, 4)
    expect(third.timeZone).toBe('Asia/Muscat')
    expect(third.rev).toBeGreaterThan(second.rev)
    await inShop.leave()
  })

  it('meet a terminal that was away when it comes back', async () => {
    const device = await gateway.addDevice({ orgId: shopId })
    await save(shopId, { maintenance: { from: '01:00', until: '04:00' } })
    const terminal = await openTerminal(gateway, device)
    const { maintenance } = await told(terminal, 1)
    expect(maintenance).toEqual({ from: '01:00', until: '04:00' })
    await terminal.leave()
  })

  it('have the access points with them that are for it, for those above or for all', async () => {
    const point = (name: string, orgId: string | null) =>
      admin.get(accessPoints.add, { body: { name, url: `mqtts://${name}.test`, orgId } })
    const inShop = await openPresent(await gateway.addDevice({ orgId: shopId }))
    const above = await openPresent(await gateway.addDevice())
    const own = await point('basra', shopId)
    const first = await toldOf(inShop, ['basra'])
    expect(first.endpoints).toEqual([{ kind: 'MQTT', url: 'mqtts://basra.test', weight: 100 }])
    await point('world', null)
    await toldOf(above, ['world'])
    expect((await toldOf(inShop, ['basra', 'world'])).rev).toBeGreaterThan(first.rev)
    // One that is moved to another organisation is told of there, and no more where it was.
    const { id, version, name, kind, url } = own
    const moved = { id, version, name, kind, url, region: 'South', orgId: gateway.orgId }
    await admin.get(accessPoints.update, { body: { ...moved, weight: 5 } })
    await toldOf(above, ['world', 'basra'])
    await admin.get(accessPoints.remove, { params: { id } })
    await Promise.all([inShop, above].map((terminal) => toldOf(terminal, ['world'])))
    await Promise.all([inShop.leave(), above.leave()])
  })

  it('are in force when the terminal says so, and the address that it uses is known', async () => {
    const device = await gateway.addDevice({ orgId: shopId })
    const asked = () => admin.get(devices.configuration, { params: { id: device.id } })
    expect(await asked()).toMatchObject({ state: 'UNKNOWN', appliedRev: null, endpoint: null })
    const terminal = await openPresent(device)
    const { rev } = await told(terminal, 1)
    await terminal.up('hb', { cfgRev: rev, ep: 'mqtts://basra.test' })
    expect(await asked()).toMatchObject({
      state: 'IN_SYNC',
      appliedRev: rev,
      endpoint: 'mqtts://basra.test',
    })
    await save(shopId, { locationMinutes: 7 })
    const after = await asked()
    expect(after).toMatchObject({ state: 'DRIFT', appliedRev: rev })
    expect(after.wanted).toMatchObject({ locationSeconds: 420 })
    expect(after.wanted.rev).toBeGreaterThan(rev)
    await terminal.leave()
  })

  it('say whether an assigned terminal becomes active by itself', async () => {
    await save(shopId, { autoActivate: false })
    const device = await gateway.addDevice({ orgId: shopId, lifecycle: 'ASSIGNED' })
    const terminal = await openPresent(device)
    await terminal.up('act', { method: 'auto' })
    const lifecycle = async () => {
      const sql = 'select lifecycle from device where id = $1'
      return (await gateway.sql<{ lifecycle: string }>(sql, [device.id]))[0]?.lifecycle
    }
    expect(await lifecycle()).toBe('ASSIGNED')
    await save(shopId, { autoActivate: null })
    await terminal.up('act', { method: 'auto' })
    expect(await lifecycle()).toBe('ACTIVE')
    await terminal.leave()
  })
})
