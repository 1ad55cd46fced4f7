import { upgradeVersions, versionStat } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../test/testApp.ts'
import { seedTimezones } from '../timezone/timezoneSeed.ts'
import { countMinute } from '../stat/workbench/count.worker.ts'
import { makeDemoApps } from './apps/demoApps.ts'
import { makeDemoEstate } from './demoEstate.ts'
import { makeDemoHistory } from './demoHistory.ts'
import { demoVersions } from './demoRuns.ts'
import { makeDemoStations } from './demoStations.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  await seedTimezones(app.platform.db)
  await makeDemoEstate(app.platform.db)
  await makeDemoStations(app.platform.db)
  await makeDemoHistory(app.platform.db)
  await makeDemoApps(app.platform)
  await countMinute(app.platform)
})
afterAll(() => app.close())

const curves = async (kind: 'FIRMWARE' | 'AGENT' | 'SP' | 'KERNEL' | 'PATCH') => {
  const { versions } = await admin.get(versionStat.trend, { query: { kind, days: '29' } })
  return versions.map(({ version, counts }) => ({ version, counts: counts.map(Number) }))
}

it.each(['AGENT', 'SP', 'KERNEL', 'PATCH'] as const)(
  'counts what each terminal in service ran at each moment of the month: %s',
  async (kind) => {
    const told = await curves(kind)
    const { rows } = await app.platform.pool.query<{ count: number }>(
      `select count(*)::integer as count from device where activated_at is not null`,
    )
    const sums = (told[0]?.counts ?? []).map((_, at) =>
      told.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0),
    )
    expect(sums.length).toBeGreaterThan(20)
    expect(sums[0]).toBeGreaterThan(140)
    expect(sums).toEqual(sums.toSorted((one, other) => one - other))
    expect(sums.at(-1)).toBe(rows[0]?.count)
    for (const { counts } of told) expect(Math.min(...counts)).toBeGreaterThanOrEqual(0)
  },
)

it('has firmware that came to most of a model night by night, and some that is on its way', async () => {
  const told = new Map((await curves('FIRMWARE')).map(({ version, counts }) => [version, counts]))
  for (const [version, least] of [
    ['aurora-a8-4.2.3', 10],
    ['cedar-c2-2.4.1', 10],
    ['aurora-mini-6.0.0', 4],
  ] as const) {
    const counts = told.get(version) ?? []
    expect([version, counts[0]]).toEqual([version, 0])
    expect(new Set(counts).size).toBeGreaterThan(least)
  }
  const { list } = await admin.get(upgradeVersions.page, { query: {} })
  const [modelId = ''] = list.find(({ isDiff }) => isDiff)?.modelIds ?? []
  const { models } = await admin.get(versionStat.matrix, { query: { modelId } })
  const [mini] = models
  expect(mini?.target).toBe('aurora-mini-6.1.0')
  expect(mini?.adoptedBefore).toBe(0)
  expect(mini?.adopted).toBeGreaterThan(0)
  expect(mini?.behind).toBeGreaterThan(30)
})

it('tells of each change, and the terminals come with what they changed to', async () => {
  const { rows } = await app.platform.pool.query<{ sn: string; code: string; to: string }>(
    `select distinct on (sn, code) sn, code, data ->> 'to' as "to" from device_event
      where code in ('FIRMWARE_CHANGED', 'AGENT_CHANGED') order by sn, code, at desc`,
  )
  expect(rows.length).toBeGreaterThan(200)
  const versions = await demoVersions(app.platform.db)
  // Those in their boxes, too.
  expect([...versions.values()].filter(({ FIRMWARE, AGENT }) => FIRMWARE && AGENT)).toHaveLength(
    200,
  )
  for (const { sn, code, to } of rows)
    expect([sn, versions.get(sn)?.[code === 'AGENT_CHANGED' ? 'AGENT' : 'FIRMWARE']]).toEqual([
      sn,
      to,
    ])
})
