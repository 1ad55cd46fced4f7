import { mostStatModels, otherModelsList, versionLists, versionStat } from '@muster/contract'
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
import { addUpgradeVersion } from '../../../../test/upgradeEstate.ts'
import { countMinute } from '../workbench/count.worker.ts'

let app: TestApp
let admin: TestUser
let operator: TestUser
let bank: string
let estate: Estate
let ids: string[]

const run = (text: string, values: unknown[] = []) => app.platform.pool.query(text, values)
const count = () => countMinute(app.platform)

/** Terminals say what they run, as U-INFO does. */
const tell = (told: readonly string[], document: object) =>
  run(
    `insert into device_snapshot (device_id, kind, document, reported_at)
      select unnest($1::uuid[]), 'info', $2, now()
      on conflict (device_id, kind) do update set document = excluded.document`,
    [told, document],
  )

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  bank = (await addOrganization(app.platform, { name: 'bank', code: 'bank', parentId: app.rootId }))
    .id
  operator = await signedIn(app, {
    orgId: bank,
    dataScope: 'OWN_ORG_AND_BELOW',
    permissions: ['STATISTICS_VERSION', 'DEVICE_LIST'],
  })
  estate = await addEstate(app)
  const other = await addEstate(app, 'Other')
  ids = await addDevices(app, estate, { orgId: app.rootId, prefix: 'ROOT', count: 10 })
  ids.push(...(await addDevices(app, estate, { orgId: bank, prefix: 'BANK', count: 6 })))
  await addDevices(app, other, { orgId: bank, prefix: 'OTHER', count: 3 })
  const versions = ['2.4.1', '2.4.1', '2.10', '2.3.9', '3.0']
  await run(
    `update device set firmware = ($2::text[])[1 + n % 5], agent_version = '1.' || n % 3
      from unnest($1::uuid[]) with ordinality as one (id, n) where device.id = one.id and n <> 4`,
    [ids, versions],
  )
  await tell(ids.slice(0, 5), { parts: { OS: '11.2', KERNEL: '7' }, patch: '2026-01-05' })
  await tell(ids.slice(8, 14), { parts: { OS: '11.1' }, patch: '2025-06-05' })
  // Another model is called by other words than its terminals use.
  const others = await run(`select id from device where model_id = $1 order by sn`, [other.modelId])
  await run(
    `update device set firmware = ($2::text[])[n] from unnest($1::uuid[]) with ordinality as one (id, n)
      where device.id = one.id`,
    [others.rows.map(({ id }: { id: string }) => id), ['2.4.0', '6.1.0', 'aurora-mini-4.3.4']],
  )
  await addVersion('aurora-mini-6.1.0', 'ONLINE', other.modelId)
  await addVersion('2.10', 'ONLINE')
  await addVersion('2.4.1', 'OFFLINE')
  await count()
})
afterAll(() => app.close())

/** Past the rules of its routes: what is asked here is only what it is and where it stands. */
async function addVersion(
  versionName: string,
  state: string,
  modelId = estate.modelId,
): Promise<void> {
  const file = { content: Buffer.from('x'), sha256: 'a'.repeat(64) }
  const id = await addUpgradeVersion(app.platform, { modelId, versionName, file })
  await run(
    `update upgrade_version set state = $2, online_at = now() - interval '40 days 1 hour' where id = $1`,
    [id, state],
  )
}

describe('the versions of a model', () => {
  it.each(['FIRMWARE', 'AGENT', 'OS', 'SP', 'KERNEL', 'PATCH'] as const)(
    'are as many as the list that each opens: %s',
    async (kind) => {
      for (const user of [admin, operator])
        for (const filter of [{}, { orgId: bank }, { vendorId: estate.vendorId }]) {
          const { models } = await user.get(versionStat.matrix, { query: { ...filter, kind } })
          expect(models.length).toBeGreaterThan(0)
          for (const { modelId, total, cells, unknown, behind, target } of models) {
            const of = { kind, modelId }
            expect(await lengthOf(user, versionLists.model(filter, modelId))).toBe(total)
            for (const { version, count: told } of cells) {
              const found = await lengthOf(user, versionLists.runs(filter, of, version))
              expect({ version, found }).toEqual({ version, found: told })
            }
            expect(await lengthOf(user, versionLists.untold(filter, of))).toBe(unknown)
            const older = target && (await lengthOf(user, versionLists.behind(filter, of, target)))
            expect(older ?? 0).toBe(behind)
          }
        }
    },
  )

  it.each([1, 12, 60])(
    'with patches older than %i months are as many as their list',
    async (months) => {
      for (const user of [admin, operator])
        for (const filter of [{}, { orgId: bank }]) {
          const { old } = await user.get(versionStat.matrix, {
            query: { ...filter, kind: 'PATCH', months },
          })
          expect(old?.models.length).toBe(months === 60 ? 0 : 1)
          for (const { modelId, count: told } of old?.models ?? [])
            expect(await lengthOf(user, versionLists.old(filter, modelId, old?.before ?? ''))).toBe(
              told,
            )
        }
    },
  )

  it('stand beside the newest that is online for it, from the newest', async () => {
    const { models } = await admin.get(versionStat.matrix, { query: { modelId: estate.modelId } })
    expect(models[0]).toMatchObject({
      target: '2.10',
      total: 16,
      adopted: 5,
      behind: 10,
      unknown: 1,
    })
    expect(
      models[0]?.cells.map(({ version, standing, state, ageDays }) => [
        version,
        standing,
        state,
        ageDays,
      ]),
    ).toEqual([
      ['3.0', 'AHEAD', null, null],
      ['2.10', 'TARGET', 'ONLINE', 40],
      ['2.4.1', 'BEHIND', 'OFFLINE', 40],
      ['2.3.9', 'BEHIND', null, null],
    ])
  })

  it('stand beside no version that has no number', async () => {
    const query = { modelId: estate.modelId }
    const before = await admin.get(versionStat.matrix, { query })
    const alone = await addEstate(app, 'Alone')
    const running = await addDevices(app, alone, { orgId: bank, prefix: 'ALONE', count: 2 })
    await run(`update device set firmware = '2.4' where id = any($1)`, [running])
    for (const modelId of [alone.modelId, estate.modelId])
      await addVersion('golden', 'ONLINE', modelId)
    await count()
    const { models } = await admin.get(versionStat.matrix, { query })
    expect(models).toEqual(before.models)
    const lone = await admin.get(versionStat.matrix, { query: { modelId: alone.modelId } })
    expect(lone.models[0]).toMatchObject({ target: null, total: 2, adopted: 0, behind: 0 })
    await run(`delete from device where id = any($1)`, [running])
    await run(`delete from upgrade_version where version_name = 'golden'`)
    await count()
  })

  it('follow what terminals tell, and where they are', async () => {
    const steps = [
      () => tell(ids.slice(0, 2), { parts: { OS: '11.3' } }),
      () => run(`update device set org_id = $2 where id = $1`, [ids[0], bank]),
      () => run(`update device set deleted_at = now() where id = any($1)`, [ids.slice(8, 10)]),
      () => tell(ids.slice(8, 9), { parts: { OS: '12' } }),
      () => run(`update device set deleted_at = null where id = any($1)`, [ids.slice(8, 9)]),
      () => tell(ids.slice(3, 4), { parts: 'none', patch: '' }),
      () => run(`delete from device where id = $1`, [ids[9]]),
    ]
    for (const [nth, change] of steps.entries()) {
      await change()
      await count()
      const { rows } =
        await run(`with live as (select kind, value, org_id, model_id, count(*) as count
          from device_spread_live group by 1, 2, 3, 4)
        select * from (select * from device_spread where count <> 0) as kept full join live using (kind, value, org_id, model_id)
        where coalesce(kept.count, 0) <> coalesce(live.count, 0)`)
      expect({ nth, rows }).toEqual({ nth, rows: [] })
    }
  })

  it('wait for nobody who turns others to the same version', async () => {
    const { rows: before } = await run('select id, firmware from device where id = any($1)', [
      ids.slice(1, 3),
    ])
    const turn = `update device set firmware = '77.1' where id = $1`
    const held = () =>
      run(`select sum(count)::integer as count from device_spread where value = '77.1'`)
    const other = await app.platform.pool.connect()
    try {
      await other.query('begin')
      await other.query(turn, [ids[1]])
      await run(turn, [ids[2]])
      expect((await held()).rows).toEqual([{ count: 1 }])
      await other.query('commit')
    } finally {
      other.release()
    }
    expect((await held()).rows).toEqual([{ count: 2 }])
    await count()
    expect((await held()).rows).toEqual([{ count: 2 }])
    for (const { id, firmware } of before)
      await run('update device set firmware = $2 where id = $1', [id, firmware])
  })
})

it('tells how many ran a version on each day, from when that is known', async () => {
  await run(`update estate_counted set at = now() - interval '20 days' where pace = 'FACTS'`)
  // Three came to it ten days ago.
  await run(
    `insert into stat_change (at, org_id, model_id, measure, value, delta)
      select now() - interval '10 days', $1::uuid, $2::uuid, 'FIRMWARE', '2.10', 3
      union all select date_trunc('hour', now()), $1::uuid, $2::uuid, 'FIRMWARE', '2.10', -3`,
    [app.rootId, estate.modelId],
  )
  await count()
  const query = { modelId: estate.modelId, days: 30, grain: 'DAY' } as const
  const { steps, versions } = await admin.get(versionStat.trend, { query })
  expect(steps).toHaveLength(30)
  const counts = versions.find(({ version }) => version === '2.10')?.counts ?? []
  const now = counts.at(-1) ?? 0
  expect(counts.at(-2)).toBe(3)
  expect(counts.at(-12)).toBe(0)
  expect(counts[0]).toBeNull()
  expect(now).toBeGreaterThan(0)
  const { models } = await admin.get(versionStat.matrix, { query: { modelId: estate.modelId } })
  expect(models[0]?.adoptedBefore).toBe(0)
})

it('names a version that was recalled, however rare it is and its model', async () => {
  const rare = await addEstate(app, 'Rare')
  const running = await addDevices(app, rare, { orgId: bank, prefix: 'RARE', count: 27 })
  await run(
    `update device set firmware = case when n = 27 then '0.1' when n = 26 then '0.2' when n = 25 then '9.9'
        else '5.' || n % 12 end
      from unnest($1::uuid[]) with ordinality as one (id, n) where device.id = one.id`,
    [running],
  )
  for (let nth = 0; nth < mostStatModels; nth++) {
    const many = await addEstate(app, `Many ${nth}`)
    await addDevices(app, many, { orgId: bank, prefix: `MANY${nth}X`, count: 28 })
  }
  for (const versionName of ['0.1', '0.2', '5.0'])
    await addVersion(versionName, versionName === '5.0' ? 'ONLINE' : 'OFFLINE', rare.modelId)
  await run(`update upgrade_version set recalled_at = now() where version_name = '0.1'`)
  await count()
  for (const user of [admin, operator]) {
    const { models, others, outdated } = await user.get(versionStat.matrix, { query: {} })
    const shown = models.map(({ modelId }) => modelId)
    expect(shown).not.toContain(rare.modelId)
    expect(others).toBeGreaterThanOrEqual(27)
    expect(await lengthOf(user, otherModelsList({}, shown))).toBe(others)
    const ofRare = outdated.versions.filter(({ modelId }) => modelId === rare.modelId)
    expect(ofRare.slice(0, 2)).toMatchObject([
      { version: '0.1', count: 1, why: 'RECALLED' },
      { version: '0.2', count: 1, why: 'OFFLINE' },
    ])
    expect(ofRare).toContainEqual(expect.objectContaining({ version: '9.9', why: 'UNKNOWN' }))
    for (const { modelId, version, count: told } of outdated.versions) {
      const list = versionLists.runs({}, { kind: 'FIRMWARE', modelId }, version)
      expect({ version, found: await lengthOf(user, list) }).toEqual({ version, found: told })
    }
  }
  const query = { modelId: rare.modelId }
  const { models } = await admin.get(versionStat.matrix, { query })
  const [{ cells, others } = { cells: [], others: 0 }] = models
  expect(cells).toHaveLength(12)
  expect(others).toBe(3)
  const named = cells.map(({ version }) => version)
  const list = versionLists.others({}, { kind: 'FIRMWARE', ...query }, named)
  expect(await lengthOf(admin, list)).toBe(others)
})
