import { areas, timezones } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'

const zones = Intl.supportedValuesOf('timeZone')
let areaId = ''

lifecycleSpec(timezones, {
  prepare: async (app) => {
    const user = await signedIn(app, { isSuperAdmin: true })
    areaId = (await user.get(areas.add, { body: area('Asia') })).id
  },
  make: (n) => ({ areaId, name: `Zone ${n}`, zoneId: zones[n], sort: n }),
  text: 'name',
  unique: 'zoneId',
})

const area = (name: string) => ({ name, code: name.toUpperCase(), type: 'zone' as const })

describe('a time zone', () => {
  let app: TestApp
  let user: TestUser
  let asia: string
  const clock = { now: () => new Date() }

  beforeAll(async () => {
    app = await startTestApp(clock)
    user = await signedIn(app, { isSuperAdmin: true })
    asia = (await user.get(areas.add, { body: area('Asia') })).id
  })
  afterAll(() => app.close())

  const add = (zoneId: string, areaId = asia) =>
    user.call(timezones.add, { body: { areaId, name: zoneId.replaceAll('/', ' '), zoneId } })

  it('shows its clock in lists, details and answers', async () => {
    const { data: added } = await add('Europe/Berlin')
    clock.now = () => new Date('2030-01-15T00:00:00Z')
    const later = await signedIn(app, { isSuperAdmin: true })
    const shown = await later.get(timezones.detail, { params: { id: added.id } })
    const page = await later.get(timezones.page, { query: { zoneId: 'Europe/Berlin' } })
    clock.now = () => new Date()
    expect([60, 120]).toContain(added.offsetMinutes)
    const winter = {
      offsetMinutes: 60,
      isDaylightSaving: false,
      nextChangeAt: '2030-03-31T01:00:00.000Z',
    }
    expect(shown).toMatchObject(winter)
    expect(page.list[0]).toMatchObject(winter)
  })

  it('counts the terminals of the organisations that have it, as far as the caller sees them', async () => {
    const { id } = (await add('Asia/Baghdad')).data
    const estate = await addEstate(app)
    const { id: orgId } = await addOrganization(app.platform, { name: 'Here', code: 'here' })
    const { id: beside } = await addOrganization(app.platform, { name: 'Beside', code: 'beside' })
    await addDevices(app, estate, { orgId, prefix: 'HERE', count: 3 })
    await addDevices(app, estate, { orgId: beside, prefix: 'BESIDE', count: 2 })
    await app.platform.db
      .updateTable('organization')
      .set({ timezoneId: id })
      .where('id', 'in', [orgId, beside])
      .execute()
    const countFor = async (who: TestUser) =>
      (await who.get(timezones.detail, { params: { id } })).deviceCount
    expect(await countFor(user)).toBe(5)
    const permissions = ['TIMEZONE_DETAIL']
    expect(await countFor(await signedIn(app, { orgId, permissions }))).toBe(3)
    expect(await countFor(await signedIn(app, { permissions, dataScope: 'SELF' }))).toBe(0)
    // Below them it holds, too, unless one below has a zone of its own.
    const shop = await addOrganization(app.platform, { name: 'S', code: 's', parentId: orgId })
    const kiosk = await addOrganization(app.platform, { name: 'K', code: 'k', parentId: shop.id })
    await addDevices(app, estate, { orgId: shop.id, prefix: 'SHOP', count: 4 })
    await addDevices(app, estate, { orgId: kiosk.id, prefix: 'KIOSK', count: 8 })
    expect(await countFor(user)).toBe(17)
    const tehran = (await add('Asia/Tehran')).data.id
    await app.platform.db
      .updateTable('organization')
      .set({ timezoneId: tehran })
      .where('id', '=', kiosk.id)
      .execute()
    expect(await countFor(user)).toBe(9)
    const page = await user.get(timezones.page, { query: { zoneId: 'Asia/Tehran' } })
    expect(page.list).toMatchObject([{ deviceCount: 8 }])
  })

  it('is refused when IANA does not know it', async () => {
    const answer = await add('Mars/Olympus')
    expect(answer).toMatchObject({ status: 400, data: { fields: [{ field: 'zoneId' }] } })
  })

  it('cannot be sorted by what its clock says', async () => {
    for (const sortField of ['offsetMinutes', 'isDaylightSaving', 'nextChangeAt', 'deviceCount'])
      for (const call of [timezones.page, timezones.recyclePage])
        expect(await user.call(call, { query: { sortField } })).toMatchObject({ code: 400 })
  })

  it('needs an area that is there and enabled, and keeps one that is disabled later', async () => {
    const { id } = await user.get(areas.add, { body: area('Odd') })
    await user.get(areas.setStatus, { params: { id, status: '0' } })
    const field = [{ field: 'areaId' }]
    expect(await add('Asia/Tokyo', id)).toMatchObject({ status: 400, data: { fields: field } })
    await user.get(areas.setStatus, { params: { id, status: '1' } })
    const { data: zone } = await add('Asia/Tokyo', id)
    await user.get(areas.setStatus, { params: { id, status: '0' } })
    const { version, name, zoneId } = zone
    const body = { id: zone.id, version, name: `${name} x`, zoneId, areaId: id }
    expect((await user.call(timezones.update, { body })).code).toBe(200)
  })

  it('keeps its area from the bin, and comes back only when its area does', async () => {
    const { id } = await user.get(areas.add, { body: area('Kept') })
    const { data: zone } = await add('Asia/Aden', id)
    const refused = await user.call(areas.remove, { params: { id } })
    expect(refused).toMatchObject({ status: 409, code: 102 })
    expect(refused.msg).toContain('Asia Aden')
    await user.get(timezones.remove, { params: { id: zone.id } })
    await user.get(areas.remove, { params: { id } })
    expect((await user.call(areas.destroy, { params: { id } })).code).toBe(102)
    const early = await user.call(timezones.revert, { params: { id: zone.id } })
    expect(early).toMatchObject({ status: 409, code: 102 })
    expect(early.msg).toContain('Kept')
    await user.get(areas.revert, { params: { id } })
    await user.get(timezones.revert, { params: { id: zone.id } })
  })

  it('is never left without its area when both change at once', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await user.get(areas.add, { body: area(`Race ${round}`.replace(' ', '-')) })
      const answers = await Promise.all([
        add('Asia/Seoul', id),
        user.call(areas.remove, { params: { id } }),
      ])
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    }
  })
})
