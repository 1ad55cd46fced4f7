import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  apks,
  apps,
  banners,
  jsonDocuments,
  mqttApks,
  mqttTasks,
  orgApks,
  paramTemplates,
  params,
  planFigures,
  plans,
  planStat,
  upgradeVersions,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { followMoments } from '../../param/assignment/force.ts'
import { followParams } from '../../param/resolve/follow.ts'
import { followPolicies, runReleases } from '../../app/policy/policy.worker.ts'
import { judge } from '../../app/verify/judge.ts'
import { usualLimits } from '../../app/verify/limits.ts'
import { storeApps } from '../../appstore/store.queries.ts'
import { runPlans } from '../../upgrade/plan/plan.worker.ts'
import { makeDemoEstate } from '../demoEstate.ts'
import { makePublisher, signerOf } from './androidPackage.ts'
import { demoApps } from './catalogue.ts'
import { makeDemoApps } from './demoApps.ts'
import { packageOf } from './demoCatalogue.ts'
import { demoInstalled } from './demoInventory.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  await makeDemoEstate(app.platform.db)
  await makeDemoApps(app.platform)
})
afterAll(() => app.close())

it('makes packages that our own verifier finds good', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-demo-'))
  const [first] = demoApps
  const version = first?.versions[0]
  if (!first || !version) throw new Error('the demo has no application')
  const signer = await makePublisher('Tigris Bank')
  const path = join(folder, 'pay.apk')
  await writeFile(path, packageOf(first, version, signer))
  const { verdict, facts, schemes, signers } = await judge(path, usualLimits)
  await rm(folder, { recursive: true })
  expect({ verdict, schemes, signer: signers[0]?.sha256 }).toEqual({
    verdict: 'VERIFIED',
    schemes: ['V2'],
    signer: signerOf(signer),
  })
  expect(facts).toMatchObject({
    packageName: first.package,
    versionCode: version.code,
    versionName: version.name,
    label: first.name,
    minSdk: 26,
    targetSdk: 34,
  })
})

it('has applications and versions in every state that one stays in', async () => {
  const { list } = await admin.get(apks.page, { query: { pageSize: '100' } })
  expect(new Set(list.map(({ state }) => state))).toEqual(
    new Set(demoApps.flatMap(({ versions }) => versions.map(({ state }) => state))),
  )
  for (const { id, state } of list) {
    const trail = await admin.get(apks.trail, { params: { id } })
    expect(trail.at(-1)?.after).toBe(state)
  }
  const all = await admin.get(apps.page, { query: {} })
  expect(all.list.every(({ icon }) => icon !== null)).toBe(true)
  const shown = await admin.get(banners.page, { query: {} })
  expect(shown.list.map(({ state }) => state).toSorted()).toEqual(['SCHEDULED', 'SHOWING'])
})

it('counts pushes as their items are, and leaves open what waits', async () => {
  const { rows } =
    await sql`select * from (select push_id, state, coalesce(step, '') as step, count(*) from push_item group by 1, 2, 3) as items
      full join (select push_id, state, step, sum(count) as count from push_tally group by 1, 2, 3 having sum(count) <> 0) as kept
      using (push_id, state, step) where items.count is distinct from kept.count`.execute(
      app.platform.db,
    )
  expect(rows).toEqual([])
  const tasks = await admin.get(mqttTasks.page, { query: {} })
  const installs = await admin.get(mqttApks.page, { query: {} })
  const pushes = [...tasks.list, ...installs.list]
  const states = Object.groupBy(pushes, ({ state }) => state)
  expect(states.RUNNING?.map(({ waiting, succeeded }) => waiting > 0 && succeeded > 0)).toEqual([
    true,
  ])
  expect(states.SCHEDULED).toHaveLength(2)
  expect(states.FINISHED?.length).toBeGreaterThan(3)
  expect(states.PARTIAL?.length).toBeGreaterThan(3)
  for (const { size, waiting, active, succeeded, failed, cancelled, leftOut } of pushes)
    expect(waiting + active + succeeded + failed + cancelled + leftOut).toBe(size)
})

it('lets the release stand where it is, and gives nothing twice', async () => {
  await followPolicies(app.platform)
  await runReleases(app.platform)
  const { list } = await admin.get(orgApks.page, { query: {} })
  const policy = list.find(({ releaseState }) => releaseState !== null)
  const [release] = await admin.get(orgApks.releases, { params: { id: policy?.id ?? '' } })
  expect(release).toMatchObject({ state: 'RUNNING', percent: 20, nextPercent: 50 })
  expect(release?.succeeded).toBeGreaterThan(release?.failed ?? 0)
  expect(release?.failed).toBeGreaterThan(0)
})

it('tells the terminals what is on them', async () => {
  const installed = await demoInstalled(app.platform.db)
  expect(installed.size).toBeGreaterThan(100)
  const [apps] = installed.values()
  expect(apps?.[0]).toMatchObject({ src: 'PUSH', sig8: expect.stringMatching(/^[0-9a-f]{16}$/) })
})

it('shows terminals something in their store that is not on them yet', async () => {
  const { db } = app.platform
  const { rows } = await sql<{ id: string; packages: string[] }>`select device.id,
      array(select package from device_app where device_id = device.id) as packages
    from device order by device.sn limit 20`.execute(db)
  const shown = await Promise.all(
    rows.map(async ({ id, packages }) => {
      const { apps: offered } = await storeApps(db, { deviceId: id, language: 'en' })
      return offered.filter(({ package: name }) => !packages.includes(name)).length
    }),
  )
  expect(shown.filter((count) => count > 0).length).toBeGreaterThan(5)
})

it('says what the bank wants of its terminals, as a form that is right', async () => {
  const [assignment] = (await admin.get(params.page, { query: {} })).list
  expect(assignment).toMatchObject({ state: 'DRAFT', templateName: 'Payment', pidCount: 3 })
  const id = assignment?.id ?? ''
  const form = await admin.get(params.form, { params: { id } })
  expect(form.faults).toEqual([])
  expect(form.inherited['host.address']).toMatchObject({ source: 'DICTIONARY' })
  const templates = await admin.get(paramTemplates.page, { query: {} })
  expect(templates.list).toMatchObject([
    { state: 'PUBLISHED', isChanged: false, pidCount: 11, versions: ['2.2.0', '2.1.0', '2.0.0'] },
  ])
  await followMoments(app.platform)
  await followParams(app.platform)
  const { states } = await admin.get(params.sync, { params: { id } })
  expect(states.PENDING).toBeGreaterThan(10)
})

it('has JSON documents: drafts that are right, and one that is in force for a terminal', async () => {
  const { list } = await admin.get(jsonDocuments.page, { query: {} })
  expect(list.map(({ name, state, revision }) => `${name} ${state} ${revision}`).sort()).toEqual([
    'Layout of the store DRAFT null',
    'Opening hours PUBLISHED 1',
    'Screen of Aurora Mini DRAFT null',
  ])
  for (const { id } of list)
    expect((await admin.get(jsonDocuments.impact, { params: { id } })).faults).toEqual([])
  expect(list.find(({ code }) => code === 'opening-hours')?.isChanged).toBe(false)
})

it('has versions of firmware, one upon the other, and one that waits for a second person', async () => {
  const { list } = await admin.get(upgradeVersions.page, { query: {} })
  expect(list.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
    'FIRMWARE ONLINE',
    'FIRMWARE ONLINE',
    'KERNEL PENDING',
    'RESOURCE ONLINE',
    'RESOURCE ONLINE',
  ])
  const [modelId = ''] = list.find(({ isDiff }) => isDiff)?.modelIds ?? []
  const { steps } = await admin.get(upgradeVersions.path, { query: { modelId, from: 'x-1.0.0' } })
  expect(steps.map(({ isDiff }) => isDiff)).toEqual([false, true])
})

it('has a plan that went well and one that its threshold has stopped, with their results', async () => {
  const { list } = await admin.get(plans.page, { query: {} })
  expect(list.map(({ state, wave, reason }) => [state, wave, reason])).toEqual([
    ['PAUSED', 2, 'plan.failed.errors'],
    ['FINISHED', 2, null],
  ])
  await sql`select fold_estate_changes()`.execute(app.platform.db)
  for (const { id, size, ...plan } of list) {
    expect(planFigures.reduce((sum, figure) => sum + plan[figure], 0)).toBe(size)
    const { waves, curve } = await admin.get(plans.progress, { params: { id } })
    expect(curve.at(-1)).toMatchObject({ succeeded: plan.succeeded, failed: plan.failed })
    const { parts } = await admin.get(planStat.error, { query: { ids: id } })
    expect(parts.map(({ key, count }) => [key, count])).toEqual([['I201', plan.failed]])
    for (const { wave, failed } of waves) {
      const query = { wave: String(wave), figure: 'failed' as const }
      expect((await admin.get(plans.terminals, { params: { id }, query })).total).toBe(failed)
    }
  }
  // A worker that looks at them has nothing to do.
  await runPlans(app.platform)
  const after = await admin.get(plans.page, { query: {} })
  expect(after.list.map(({ state }) => state)).toEqual(['PAUSED', 'FINISHED'])
})
