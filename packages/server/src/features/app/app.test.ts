import { apks, appPictureSizes, apps, codes, uploads } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCategory, appForm } from '../../../test/appEstate.ts'
import { lifecycleSpec } from '../../../test/lifecycleSpec.ts'
import { addPackage } from '../../../test/packages.ts'
import { addPicture } from '../../../test/pictures.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/testApp.ts'

let rootId: string
let form: ReturnType<typeof appForm>

lifecycleSpec(apps, {
  prepare: async (app) => {
    rootId = app.rootId
    form = appForm(await addCategory(app))
  },
  make: (n) => ({
    name: `Pay ${n}`,
    package: `com.bank.pay${n}`,
    orgId: rootId,
    ...form,
  }),
  text: 'name',
  unique: 'package',
})

let app: TestApp
let admin: TestUser
let made = 0
let categoryId: string

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date() })
  admin = await signedIn(app, { isSuperAdmin: true })
  categoryId = await addCategory(app)
})
afterAll(() => app.close())

const wish = (more: object = {}) => ({
  name: 'Pay',
  package: `com.bank.pay${++made}`,
  orgId: app.rootId,
  ...appForm(categoryId),
  ...more,
})
const fieldsIn = ({ data }: { data: unknown }) =>
  (data as { fields?: { field: string }[] } | null)?.fields?.map(({ field }) => field)

it('is one application of its package on a line of organisations, and another one beside it', async () => {
  const [upper, beside] = [
    await addOrganization(app.platform, { name: 'Upper', code: 'upper', parentId: app.rootId }),
    await addOrganization(app.platform, { name: 'Beside', code: 'beside', parentId: app.rootId }),
  ]
  const below = await addOrganization(app.platform, {
    name: 'Below',
    code: 'below',
    parentId: upper.id,
  })
  const body = wish({ orgId: upper.id })
  await admin.get(apps.add, { body })
  for (const orgId of [below.id, app.rootId, upper.id]) {
    const refused = await admin.call(apps.add, { body: { ...body, orgId } })
    expect(fieldsIn(refused)).toEqual(['package'])
  }
  expect((await admin.call(apps.add, { body: { ...body, orgId: beside.id } })).code).toBe(200)
  expect(
    (await admin.call(apps.add, { body: { ...body, orgId: below.id, osKind: 'LINUX' } })).code,
  ).toBe(200)
})

it('lets of two who add the same package at once on one line only one through', async () => {
  const { id } = await addOrganization(app.platform, {
    name: 'Raced',
    code: 'raced',
    parentId: app.rootId,
  })
  const body = wish()
  const answers = await Promise.all(
    [app.rootId, id].map((orgId) => admin.call(apps.add, { body: { ...body, orgId } })),
  )
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, codes.badRequest]))
})

it.each([
  [{ visibility: 'ORGS' }, 'visibleOrgIds'],
  [{ visibility: 'STATIONS' }, 'stationTypes'],
  [
    { visibility: 'ORGS', visibleOrgIds: ['019a0000-0000-7000-8000-000000000001'] },
    'visibleOrgIds',
  ],
  [{ modelIds: ['019a0000-0000-7000-8000-000000000001'] }, 'modelIds'],
  [{ requiredFeatureIds: ['019a0000-0000-7000-8000-000000000001'] }, 'requiredFeatureIds'],
  [{ charge: 'ONE_TIME' }, 'price'],
  [{ charge: 'ONE_TIME', price: 5 }, 'currency'],
  [{ icon: `${'0'.repeat(64)}.png` }, 'icon'],
  [{ package: 'com bank' }, 'package'],
  [{ package: '-x' }, 'package'],
  [{ categoryIds: [] }, 'categoryIds'],
  [{ summary: {} }, 'summary'],
  [{ summary: { en: 'x'.repeat(81) } }, 'summary.en'],
  [{ description: { en: ' ' } }, 'description'],
  [{ description: { en: 'x'.repeat(3001) } }, 'description.en'],
])('refuses %j at its field', async (more, field) => {
  const refused = await admin.call(apps.add, { body: wish(more) })
  expect([refused.code, fieldsIn(refused)]).toEqual([codes.badRequest, [field]])
})

it('has an icon and a featured picture of their sizes, and no or three screenshots at least', async () => {
  const [icon, featureImage] = [
    await addPicture(app, appPictureSizes.icon),
    await addPicture(app, appPictureSizes.featureImage),
  ]
  const small = await addPicture(app, { width: 48, height: 48 })
  const shots = await Promise.all([1, 2, 3].map(() => addPicture(app, { width: 480, height: 800 })))
  for (const [more, field] of [
    [{ icon: small }, 'icon'],
    [{ icon: featureImage }, 'icon'],
    [{ icon: await addPicture(app, { ...appPictureSizes.icon, kind: 'jpg' }) }, 'icon'],
    [{ icon: await addPicture(app, { ...appPictureSizes.icon, bytes: 524_289 }) }, 'icon'],
    [{ featureImage: icon }, 'featureImage'],
    [{ screenshots: shots.slice(1) }, 'screenshots'],
  ] as const)
    expect(fieldsIn(await admin.call(apps.add, { body: wish(more) }))).toEqual([field])
  const body = wish({ icon, featureImage, screenshots: shots })
  const { id, version } = await admin.get(apps.add, { body })
  // The icon of a package has the size that it has: an edit leaves it where it is.
  // So does one of before that has fewer pictures of its screens.
  const few = shots.slice(1)
  await sql`update app set icon = ${small}, screenshots = ${few}::text[] where id = ${id}`.execute(
    app.platform.db,
  )
  const again = { ...body, id, version, icon: small, screenshots: few }
  const kept = await admin.get(apps.update, { body: again })
  expect(kept).toMatchObject({ icon: small, screenshots: few })
  const fewer = { ...again, version: kept.version, screenshots: few.slice(1) }
  expect(fieldsIn(await admin.call(apps.update, { body: fewer }))).toEqual(['screenshots'])
})

it('keeps nothing that only another audience or another charge would need', async () => {
  const stationTypes = ['SHOP' as const]
  const cost = { charge: 'ONE_TIME' as const, price: 5, currency: 'IQD' }
  const body = wish({ visibility: 'STATIONS', stationTypes, ...cost })
  const made = await admin.get(apps.add, { body })
  expect(made).toMatchObject({ stationTypes, price: 5, currency: 'IQD' })
  const { id, version } = made
  const change = { ...body, id, version, visibility: 'PUBLIC' as const, charge: 'FREE' as const }
  expect(await admin.get(apps.update, { body: change })).toMatchObject({
    stationTypes: [],
    price: null,
    currency: null,
  })
  const visibleOrgIds = [app.rootId]
  expect(await admin.get(apps.add, { body: wish({ visibleOrgIds }) })).toMatchObject({
    visibleOrgIds: [],
  })
})

it('keeps its package and its system once there is a version, which goes with it', async () => {
  const body = wish()
  const { id, version } = await admin.get(apps.add, { body })
  const fileId = await addPackage(app, { packageName: body.package })
  await admin.get(apks.add, { body: { appId: id, fileId, releaseNotes: 'First' } })
  const change = { ...body, id, version, package: 'com.other.pay' }
  expect(fieldsIn(await admin.call(apps.update, { body: change }))).toEqual(['package'])
  expect(await admin.get(uploads.references, { params: { id: fileId } })).toHaveLength(1)
  await admin.get(apps.remove, { params: { id } })
  await admin.get(apps.destroy, { params: { id } })
  expect(await admin.get(uploads.references, { params: { id: fileId } })).toEqual([])
})

it('is found by a model that it is for, and by the state of its versions', async () => {
  const body = wish({ name: 'Found' })
  const { id } = await admin.get(apps.add, { body })
  const fileId = await addPackage(app, { packageName: body.package })
  await admin.get(apks.add, { body: { appId: id, fileId, releaseNotes: 'First' } })
  const { list } = await admin.get(apps.page, { query: { keyword: 'Found', apkState: 'READY' } })
  expect(list).toMatchObject([{ pendingVersion: '1.0', pendingState: 'READY', apkCount: 1 }])
  const modelId = '019a0000-0000-7000-8000-000000000001'
  const byModel = await admin.get(apps.page, { query: { keyword: 'Found', modelId } })
  expect(byModel.total).toBe(1)
  const online = await admin.get(apps.page, { query: { keyword: 'Found', apkState: 'ONLINE' } })
  expect(online.total).toBe(0)
})

it('never fails, whatever it is asked', () => {
  expect(app.failures).toEqual([])
})
