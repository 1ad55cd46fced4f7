import { bannerSizes, banners, codes, headers } from '@muster/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../test/lifecycleSpec.ts'
import { addPicture } from '../../../test/pictures.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/testApp.ts'
import { faultOfBanner, missingPicture } from './banner.rules.ts'

const span = { startAt: '2026-01-01T00:00:00.000Z', endAt: '2036-01-01T00:00:00.000Z' }
let rootId = ''

lifecycleSpec(banners, {
  prepare: async (app) => {
    rootId = app.rootId
  },
  make: (n) => ({ title: `Banner ${n}`, orgId: rootId, placement: 'TOP', ...span }),
  text: 'title',
  unique: 'title',
})

it('ends after it began, and names the page that it leads to', () => {
  const said = { ...span, targetType: 'NONE', targetUrl: null, targetAppId: null }
  expect(faultOfBanner(said)).toBeNull()
  expect(faultOfBanner({ ...said, endAt: span.startAt })?.field).toBe('endAt')
  expect(faultOfBanner({ ...said, targetType: 'URL' })?.field).toBe('targetUrl')
  expect(missingPicture({ imageWide: 'x', imageNarrow: null })).toBe('imageNarrow')
})

const fieldsOf = z.object({
  fields: z.array(z.object({ field: z.string(), message: z.string() })),
})

describe('a banner', () => {
  let app: TestApp
  let admin: TestUser
  let other: { id: string }

  beforeAll(async () => {
    app = await startTestApp()
    admin = await signedIn(app, { isSuperAdmin: true })
    other = await addOrganization(app.platform, {
      name: 'Other',
      code: 'other',
      parentId: app.rootId,
    })
  })
  afterAll(() => app.close())

  const pictures = async () => ({
    imageWide: await addPicture(app, bannerSizes.imageWide),
    imageNarrow: await addPicture(app, bannerSizes.imageNarrow),
  })
  const body = (title: string, more = {}) => ({
    title,
    orgId: app.rootId,
    placement: 'TOP' as const,
    ...span,
    ...more,
  })
  const add = (title: string, more = {}) => admin.get(banners.add, { body: body(title, more) })
  const faultsOf = async (more: object) => {
    const { code, data } = await admin.call(banners.add, { body: body('Bad', more) })
    expect(code).toBe(codes.badRequest)
    return fieldsOf.parse(data).fields.map(({ field }) => field)
  }

  it('is a draft until it is published with a picture in both sizes', async () => {
    const { id, version, state } = await add('Eid')
    expect(state).toBe('DRAFT')
    const publish = () => admin.call(banners.publish, { params: { id } })
    expect((await publish()).code).toBe(codes.wrongState)
    const full = { ...body('Eid'), ...(await pictures()), id, version }
    await admin.get(banners.update, { body: full })
    expect((await publish()).code).toBe(codes.success)
    expect((await publish()).code).toBe(codes.wrongState)
    const now = await admin.get(banners.detail, { params: { id } })
    expect(now.state).toBe('SHOWING')
    const bare = { ...body('Eid'), id, version: now.version }
    expect((await admin.call(banners.update, { body: bare })).code).toBe(codes.badRequest)
    await admin.get(banners.setStatus, { params: { id, status: '0' } })
    expect((await admin.get(banners.detail, { params: { id } })).state).toBe('OFF')
  })

  it.each([
    ['SCHEDULED', '2035-01-01T00:00:00.000Z', '2036-01-01T00:00:00.000Z'],
    ['ENDED', '2020-01-01T00:00:00.000Z', '2021-01-01T00:00:00.000Z'],
  ])('is %s by its span', async (state, startAt, endAt) => {
    const { id } = await add(state, { startAt, endAt, ...(await pictures()) })
    await admin.get(banners.publish, { params: { id } })
    expect(await admin.get(banners.detail, { params: { id } })).toMatchObject({ state })
  })

  it('names the field that breaks a rule', async () => {
    const imageWide = await addPicture(app, bannerSizes.imageNarrow)
    expect(await faultsOf({ imageWide })).toEqual(['imageWide'])
    expect(await faultsOf({ endAt: span.startAt })).toEqual(['endAt'])
    expect(await faultsOf({ targetType: 'URL' })).toEqual(['targetUrl'])
    expect(await faultsOf({ targetType: 'APP' })).toEqual(['targetAppId'])
    expect(await faultsOf({ languages: ['xx'] })).toEqual(['languages'])
    expect(await faultsOf({ modelIds: [app.rootId] })).toEqual(['modelIds'])
    // Its organisation does not reach the one above it.
    expect(await faultsOf({ orgId: other.id, orgIds: [app.rootId] })).toEqual(['orgIds'])
  })

  it('says how many pixels a picture has, in the digits of the reader', async () => {
    const imageWide = await addPicture(app, { width: 64, height: 1080 })
    const said = async (language: string) => {
      const { data } = await admin.send({
        method: banners.add.method,
        url: banners.add.path,
        body: JSON.stringify(body('Bad', { imageWide })),
        headers: { [headers.language]: language },
      })
      return fieldsOf.parse(data).fields[0]?.message
    }
    expect(await said('en')).toContain('1,024 × 400 pixels; this one has 64 × 1,080')
    expect(await said('ar-IQ')).toMatch(/١٬٠٢٤ × ٤٠٠ .*٦٤ × ١٬٠٨٠/)
  })

  it('is copied as a draft, under titles of their own', async () => {
    const { id } = await add('Ramadan', { orgIds: [other.id], ...(await pictures()) })
    const copy = async () => (await admin.get(banners.copy, { params: { id } })).id
    const made = [await copy(), await copy()]
    const titles = await Promise.all(
      made.map(async (one) => (await admin.get(banners.detail, { params: { id: one } })).title),
    )
    expect(titles).toEqual(['Copy of Ramadan', 'Ramadan 2'])
    expect(await admin.get(banners.detail, { params: { id: made[0] ?? '' } })).toMatchObject({
      state: 'DRAFT',
      organizations: [{ name: 'Other' }],
    })
  })

  it('sums what terminals told of it', async () => {
    const { id } = await add('Counted')
    await sql`insert into app_banner_day (banner_id, day, slot, views, clicks) values
      (${id}, (now() at time zone 'UTC')::date, 0, 5, 1), (${id}, (now() at time zone 'UTC')::date, 1, 7, 0),
      (${id}, '2025-01-01', 0, 100, 50)`.execute(app.platform.db)
    const stat = await admin.get(banners.stat, { params: { id } })
    expect(stat).toMatchObject({ views: 112, clicks: 51 })
    expect(stat.days.at(-1)).toMatchObject({ views: 12, clicks: 1 })
    expect(stat.days).toHaveLength(30)
  })

  it('is counted however often terminals say that they have shown it', async () => {
    const { id } = await add('Endless')
    await sql`insert into app_banner_day (banner_id, day, slot, views, clicks) values
      (${id}, (now() at time zone 'UTC')::date, 0, 3000000000, 0)`.execute(app.platform.db)
    const stat = await admin.get(banners.stat, { params: { id } })
    expect([stat.views, stat.days.at(-1)?.views]).toEqual([3_000_000_000, 3_000_000_000])
  })

  it('is nothing that another organisation sees', async () => {
    const { id } = await add('Own')
    const codesOfBanners = ['APPSTORE_BANNER_LIST', 'APPSTORE_BANNER_DETAIL']
    const user = await signedIn(app, { orgId: other.id, permissions: codesOfBanners })
    expect((await user.get(banners.page, { query: {} })).total).toBe(0)
    expect((await user.call(banners.detail, { params: { id } })).code).toBe(codes.notFound)
  })
})
