import {
  availabilityOf,
  deviceStat,
  serviceList,
  serviceParts,
  type Silence,
  silences,
} from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
  const shop = await add('shop', bank)
  operator = await signedIn(app, {
    orgId: bank,
    dataScope: 'OWN_ORG_AND_BELOW',
    permissions: ['STATISTICS_DEVICE', 'DEVICE_LIST'],
  })
  estate = await addEstate(app)
  const other = await addEstate(app, 'Other')
  ids = [
    ...(await addDevices(app, estate, { orgId: bank, prefix: 'BANK', count: 9 })),
    ...(await addDevices(app, other, { orgId: shop, prefix: 'SHOP', count: 9 })),
    ...(await addDevices(app, other, { orgId: app.rootId, prefix: 'ROOT', count: 6 })),
  ]
  await run(
    `update device set lifecycle = (array['ACTIVE', 'SUSPENDED', 'REPAIR'])[1 + n % 3]
      from unnest($1::uuid[]) with ordinality as one (id, n) where device.id = one.id`,
    [ids],
  )
  await run(
    `insert into device_state (device_id, last_seen_at, offline_since)
      select id, now(), now() - make_interval(hours => n::integer * 37)
      from unnest($1::uuid[]) with ordinality as one (id, n) where n % 5 <> 0`,
    [ids],
  )
  await count()
})
afterAll(() => app.close())

async function compare(): Promise<number> {
  let silent = 0
  for (const user of [admin, operator])
    for (const filter of [{}, { orgId: bank }, { modelId: estate.modelId }])
      for (const by of serviceParts) {
        const { all, parts } = await user.get(deviceStat.silent, { query: { ...filter, by } })
        const listed = (silence: Silence | null, part: (typeof parts)[number] | null) =>
          lengthOf(user, serviceList(filter, { silence, by, part }))
        expect(all.terminals).toBe(await listed(null, null))
        for (const silence of silences)
          expect(all.silent[silence]).toBe(await listed(silence, null))
        for (const part of parts) {
          for (const silence of silences) {
            const told = part.silent[silence]
            expect({ silence, part: part.name, told }).toEqual({
              silence,
              part: part.name,
              told: await listed(silence, part),
            })
            silent += told
          }
        }
        expect(parts.reduce((sum, { terminals }) => sum + terminals, 0)).toBe(all.terminals)
      }
  return silent
}

it('says of whom nothing is heard, as many as the lists that it opens', async () => {
  expect(await compare()).toBeGreaterThan(0)
})

it('follows who is heard of and who is in service', async () => {
  const [one = '', two = '', three = '', four = '', five = ''] = ids
  const steps: (readonly [string, string])[] = [
    [`update device set lifecycle = 'LOST' where id = $1`, one],
    [`update device set lifecycle = 'ACTIVE' where id = $1`, two],
    [`update device set lifecycle = 'ACTIVE' where id = $1`, five],
    [`insert into device_state (device_id, last_seen_at) values ($1, now())`, five],
    [`insert into device_online (device_id, since, session_id) values ($1, now(), uuid7())`, three],
    [`update device set deleted_at = now() where id = $1`, four],
  ]
  for (const [text, id] of steps) {
    await run(text, [id])
    await count()
    const { rows } = await run(`with live as (
        select measure, org_id, model_id, sum(count) as count from estate_count_live group by 1, 2, 3)
      select * from (select * from estate_count where count <> 0) as kept full join live using (measure, org_id, model_id)
      where coalesce(kept.count, 0) <> coalesce(live.count, 0)`)
    expect({ text, rows }).toEqual({ text, rows: [] })
  }
  await compare()
})

/** As if it had been so for some hours before. */
async function letHoursPass(hours: number): Promise<void> {
  for (const table of ['online_hour', 'online_hour_below', 'online_round'])
    await run(`update ${table} set hour = hour - make_interval(hours => $1)`, [hours])
  await run(`update stat_total set at = at - make_interval(hours => $1) where step = 'HOUR'`, [
    hours,
  ])
  await run(`update estate_counted set at = now() - interval '3 days' where pace = 'FACTS'`)
}

it('says of each organisation what the page says of it alone', async () => {
  await run(
    `insert into parameter (key, group_code, value_type, default_value, rule, is_system, value)
      values ('device.availability.permille', 'device', 'int', '0', '{}', true, '400')`,
  )
  for (const [nth, id] of ids.entries()) {
    if (nth % 2 === 0)
      await run(
        `insert into device_online (device_id, since, session_id) values ($1, now(), uuid7()) on conflict do nothing`,
        [id],
      )
    if (nth % 7 === 0) await run(`delete from device_online where device_id = $1`, [ids[nth - 3]])
    await countMinute(app.platform)
    if (nth % 4 === 0) await letHoursPass(1)
  }
  let compared = 0
  for (const user of [admin, operator])
    for (const filter of [{}, { orgId: bank }, { modelId: estate.modelId }])
      for (const grain of ['HOUR', 'DAY'] as const) {
        const { organizations, steps } = await user.get(deviceStat.availability, {
          query: { ...filter, grain, days: 2 },
        })
        for (const { orgId, withBelow, share, isMet, shares, terminals } of organizations) {
          expect(shares).toHaveLength(steps.length)
          if (!withBelow) continue
          const trend = await user.get(deviceStat.trend, {
            query: { ...filter, orgId, grain, days: 2 },
          })
          const whole = availabilityOf(trend)
          expect({ share, isMet }).toEqual({ share: whole.share, isMet: whole.isMet })
          expect(terminals).toBe(trend.points.at(-1)?.terminals)
          compared += share === null ? 0 : 1
        }
      }
  expect(compared).toBeGreaterThan(0)
})
