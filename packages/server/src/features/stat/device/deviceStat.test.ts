import {
  deviceStat,
  estateLists,
  estateParts,
  expiryLists,
  partList,
  untoldList,
  workbench,
} from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lengthOf } from '../../../../test/lengthOf.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { countAway, countMinute } from '../workbench/count.worker.ts'

let app: TestApp
let admin: TestUser
let operator: TestUser
let bank: string
let shop: string
let estate: Estate
let ids: string[]

const run = (text: string, values: unknown[] = []) => app.platform.pool.query(text, values)
const add = async (name: string, parentId: string) =>
  (await addOrganization(app.platform, { name, code: name, parentId })).id
const count = async () => {
  await countAway(app.platform)
  await countMinute(app.platform)
}

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  bank = await add('bank', app.rootId)
  shop = await add('shop', bank)
  const own = {
    orgId: shop,
    dataScope: 'OWN_ORG_AND_BELOW',
    permissions: ['STATISTICS_DEVICE', 'DEVICE_LIST', 'DASHBOARD_ACTIVATION'],
  } as const
  operator = await signedIn(app, own)
  estate = await addEstate(app)
  const other = await addEstate(app, 'Other')
  const banks = await addDevices(app, estate, { orgId: bank, prefix: 'BANK', count: 12 })
  const shops = await addDevices(app, other, { orgId: shop, prefix: 'SHOP', count: 9 })
  ids = [...banks, ...shops]
  await run(`update vendor set warranty_months = 13 where id = $1`, [estate.vendorId])
  await run(`update model set end_of_support = current_date + 100 where id = $1`, [estate.modelId])
  await run(`update model set end_of_support = current_date - 1000 where id = $1`, [other.modelId])
  await run(
    `insert into vendor_certificate (vendor_id, cert_no, expires_on, model_ids)
      select $1, no, expires_on, array[$2::uuid] from (values ('4-1', current_date - 50), ('4-2', current_date + 100))
        as one (no, expires_on)`,
    [estate.vendorId, estate.modelId],
  )
  await run(`insert into timezone_area (name, code, type) values ('South', 'SO', 'REGION')`)
  await run(
    `update organization set area_id = (select id from timezone_area where code = 'SO') where id = $1`,
    [shop],
  )
  // Every terminal told something else; the last never did.
  await run(
    `update device_order place set battery = (n * 7) % 101, signal = (n * 13) % 101, free_mb = n * 397,
        network_type = (array['4G', 'WIFI', null])[1 + n % 3]
      from unnest($1::uuid[]) with ordinality as one (id, n) where place.id = one.id and n < 21`,
    [ids],
  )
  await run(
    `update device set activated_at = now() - make_interval(months => n::integer * 2, days => n::integer)
      from unnest($1::uuid[]) with ordinality as one (id, n) where device.id = one.id and n <> 5`,
    [ids],
  )
  // A warranty of their own goes before their vendor's; the first of them has begun to work, the fifth has not.
  await run(
    `update device set warranty_start = current_date - 40, warranty_months = n::integer
      from unnest($1::uuid[]) with ordinality as one (id, n) where device.id = one.id and n in (1, 5, 14)`,
    [ids],
  )
  await run(
    `insert into device_state (device_id, last_seen_at, offline_since)
      select id, now(), now() - make_interval(hours => n::integer * 47)
      from unnest($1::uuid[]) with ordinality as one (id, n) where n > 3`,
    [ids],
  )
  await count()
})
afterAll(() => app.close())

describe('each part of the estate', () => {
  it.each(estateParts)('is as long as the list that it opens: %s', async (by) => {
    for (const user of [admin, operator])
      for (const filter of [{}, { orgId: bank }, { modelId: estate.modelId }]) {
        const { parts, total, unknown } = await user.get(deviceStat.distribution, {
          query: { ...filter, by },
        })
        expect(total).toBe(await lengthOf(user, estateLists.total(filter)))
        for (const { count: told, ...part } of parts) {
          const list = partList(by, filter, part)
          const found = list && (await lengthOf(user, list))
          expect({ key: part.key, told }).toEqual({ key: part.key, told: found })
        }
        const none = untoldList(by, filter, parts)
        expect(none ? await lengthOf(user, none) : unknown).toBe(unknown)
        // Who is away for a week is so for a day, too.
        const sum = by === 'AWAY' ? total : parts.reduce((all, part) => all + part.count, unknown)
        expect(sum).toBe(total)
      }
  })

  it('is as long as the list that it opens: those that became active on a day', async () => {
    const found: number[] = []
    for (const user of [admin, operator])
      for (const filter of [{}, { orgId: bank }, { modelId: estate.modelId }]) {
        const { days } = await user.get(workbench.activation, { query: { ...filter, days: 200 } })
        for (const { day, count: told } of days.filter((one) => one.count > 0)) {
          const length = await lengthOf(user, estateLists.activated(filter, day))
          expect({ day, told }).toEqual({ day, told: length })
          found.push(told)
        }
      }
    expect(found.length).toBeGreaterThan(8)
  })

  it('tells several scopes at once each organisation for itself', async () => {
    const staff = await signedIn(app, {
      dataScope: 'OWN_ORG',
      orgId: bank,
      permissions: ['STATISTICS_DEVICE', 'DEVICE_LIST'],
    })
    const { parts, total } = await staff.get(deviceStat.distribution, {
      query: { by: 'ORGANIZATION' },
    })
    expect(parts).toEqual([{ key: bank, name: 'bank', count: 12, withBelow: false }])
    expect(total).toBe(12)
  })

  it('ends as the list of terminals says that it ends', async () => {
    for (const user of [admin, operator]) {
      const { ended, quarters, later, unknown } = await user.get(deviceStat.expiry, { query: {} })
      const [first, last] = [quarters[0], quarters.at(-1)]
      if (!first || !last) throw new Error('no quarters')
      for (const kind of ['warranty', 'support', 'pts'] as const) {
        expect(ended[kind]).toBe(await lengthOf(user, expiryLists.ended({}, kind, first)))
        expect(later[kind]).toBe(await lengthOf(user, expiryLists.later({}, kind, last)))
        expect(unknown[kind]).toBe(await lengthOf(user, expiryLists.unknown({}, kind)))
        for (const quarter of quarters)
          expect(quarter[kind]).toBe(await lengthOf(user, expiryLists.within({}, kind, quarter)))
      }
    }
    const { quarters } = await admin.get(deviceStat.expiry, { query: {} })
    expect(quarters.some(({ warranty }) => warranty > 0)).toBe(true)
    expect(quarters.some(({ support }) => support === 12)).toBe(true)
    expect(quarters.some(({ pts }) => pts === 12)).toBe(true)
  })

  it('ends later than all that is shown where it ends after the year 9999', async () => {
    const later = async () => (await admin.get(deviceStat.expiry, { query: {} })).later.warranty
    const before = await later()
    const [id = ''] = ids.slice(5)
    const set = async (start: string | null) => {
      await run('update device set warranty_start = $1, warranty_months = $2 where id = $3', [
        start,
        start && 12,
        id,
      ])
      await count()
    }
    await set('9999-12-31')
    expect(await later()).toBe(before + 1)
    await set(null)
    expect(await later()).toBe(before)
  })

  it('is counted elsewhere when it moves, and follows what it tells and how long it is away', async () => {
    const [id = ''] = ids
    const steps = [
      `update device set org_id = '${shop}' where id = '${id}'`,
      `update device_order set battery = 99, network_type = 'WIFI', signal = null where id = '${id}'`,
      `update device set deleted_at = now() where id = '${ids[1] ?? ''}'`,
      `insert into device_online (device_id, since, session_id) values ('${ids[20] ?? ''}', now(), uuid7())`,
      `update device set deleted_at = null where id = '${ids[1] ?? ''}'`,
      `delete from device_online`,
      `update device set activated_at = now() - interval '5 years' where id = '${ids[3] ?? ''}'`,
    ]
    for (const change of steps) {
      await run(change)
      await count()
      const { rows } =
        await run(`with live as (select measure, org_id, model_id, sum(count) as count
          from estate_count_live group by 1, 2, 3)
        select * from (select * from estate_count where count <> 0) as kept full join live using (measure, org_id, model_id)
        where coalesce(kept.count, 0) <> coalesce(live.count, 0)`)
      expect({ change, rows }).toEqual({ change, rows: [] })
    }
  })
})
